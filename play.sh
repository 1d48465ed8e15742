#!/usr/bin/env bash
# Checks a family's rules and watches a game played by them; arguments go on to play.
set -euo pipefail
cd "$(dirname "$0")"
. .ci/venv.sh
ensure_venv .venv
"$bin/handfoot" check examples/sunday-at-the-lake.yaml
exec "$bin/handfoot" play examples/sunday-at-the-lake.yaml --watch --seed 7 "$@"
