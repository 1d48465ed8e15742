#!/usr/bin/env bash
# Makes .venv-bench: handfoot and the pinned peers, apart from the test environment.
set -euo pipefail
cd "$(dirname "$0")/../.."
. .ci/venv.sh
ensure_venv .venv-bench bench
# Its wheels are not for every platform, and its extension module needs nothing else.
"$bin/python" -m pip install --quiet --disable-pip-version-check --no-deps \
    "open-spiel==2.0.2" \
    || echo "OpenSpiel cannot be installed here: peers.py leaves it out" >&2
"$bin/python" -c 'import chess, rlcard; print("chess", chess.__version__)
print("rlcard", rlcard.__version__)'
