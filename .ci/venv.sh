# Sourced by the scripts that need a virtual environment; runs from the repository root.

find_python() {
    local candidate
    if [ -n "${PYTHON:-}" ]; then
        set -- "$PYTHON"
    else
        set -- python3 python3.14 python3.13 python3.12 python3.11 python
    fi
    for candidate in "$@"; do
        if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
            >/dev/null 2>&1; then
            echo "$candidate"
            return 0
        fi
    done
    echo "handfoot needs Python 3.11 or newer; none found among: $*" >&2
    echo "Install one, or name it: PYTHON=/path/to/python3 $0" >&2
    return 1
}

# ensure_venv FOLDER [EXTRA]: an editable install; sets $bin to where its programs are.
ensure_venv() {
    local venv=$1 extra=${2:-} target=. python stamp wanted
    if [ -n "$extra" ]; then target=".[$extra]"; fi
    bin=$venv/bin
    if [ -d "$venv/Scripts" ]; then bin=$venv/Scripts; fi

    # A venv dies with the Python it was made from, and does not survive a move.
    wanted=$(printf '%s\n' "$PWD"; cat pyproject.toml)
    stamp=$venv/.installed-${extra:-plain}
    if [ -f "$stamp" ] && [ "$(cat "$stamp")" = "$wanted" ] \
        && "$bin/python" -c '' 2>/dev/null; then
        return 0
    fi
    if ! { [ -f "$venv/.path" ] && [ "$(cat "$venv/.path")" = "$PWD" ] \
        && "$bin/python" -m pip --version >/dev/null 2>&1; }; then
        python=$(find_python) || return 1
        echo "Making $venv with $("$python" --version)" >&2
        if ! "$python" -m venv --clear "$venv"; then
            rm -rf "$venv"
            echo "This Python cannot make a virtual environment (Debian and Ubuntu:" \
                "install python3-venv)." >&2
            return 1
        fi
        if [ -d "$venv/Scripts" ]; then bin=$venv/Scripts; fi
        printf '%s\n' "$PWD" >"$venv/.path"
    fi
    echo "Installing $target into $venv" >&2
    "$bin/python" -m pip install --quiet --disable-pip-version-check -e "$target" \
        || return 1
    printf '%s\n' "$wanted" >"$stamp"
}
