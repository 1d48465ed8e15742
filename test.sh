#!/usr/bin/env bash
# Runs the tests in an environment of their own; arguments go on to pytest.
set -euo pipefail
cd "$(dirname "$0")"
. .ci/venv.sh
ensure_venv .venv test
# Before "$@", so that a later -n 0 (for --pdb, say) wins.
exec "$bin/python" -m pytest -n 2 --dist loadfile "$@"
