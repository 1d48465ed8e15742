#!/usr/bin/env bash
# Makes .venv-bench: handfoot and the pinned peers, apart from the test environment.
set -euo pipefail
cd "$(dirname "$0")/../.."
. .ci/venv.sh
ensure_venv .venv-bench bench
"$bin/python" -c 'import chess, rlcard; print("chess", chess.__version__)
print("rlcard", rlcard.__version__)'
