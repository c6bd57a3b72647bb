# Sourced by scripts/cribcalc and scripts/test: makes sure that .venv is there and up to date.
#
#   ensure_venv run    the package and what it needs
#   ensure_venv dev    the same, plus the tools of scripts/test
#
# Needs $root (the repository, a physical path) and $name (for messages); sets $venv.
# A ready .venv costs one `cmp` and no Python start. Everything else (choosing a Python,
# saying why none will do) is here, because it must work where there is no Python; the
# installation itself is _setup_venv.py. Nothing here reads stdin or writes to stdout.

venv=$root/.venv

# The stamps are copies of the pyproject.toml that was installed. A moved repository or a
# Python that was removed or replaced (bin/python then dangles) makes a new .venv.
venv_ready() {
    built_at=
    [ -r "$venv/setup/root" ] && IFS= read -r built_at <"$venv/setup/root"
    [ "$built_at" = "$root" ] &&
        [ -x "$venv/bin/python" ] &&
        [ -x "$venv/bin/cribcalc" ] &&
        cmp -s "$root/pyproject.toml" "$venv/setup/$1.toml"
}

fail() {
    printf '%s: %s\n' "$name" "$1" >&2
    exit 1
}

# Sets $python to the first Python that will do. Names are tried by running them: a name
# on the PATH may be a placeholder that only prints an error (pyenv, macOS).
find_python() {
    too_old=
    without_venv=
    for python in python3 python3.14 python3.13 python3.12 python3.11; do
        answer=$("$python" -c '
import sys
version = "%d.%d" % sys.version_info[:2]
try:
    import ensurepip, venv
except ImportError:
    lacks = "venv"
else:
    lacks = "nothing"
print("old" if sys.version_info < (3, 11) else lacks, version)
' </dev/null 2>/dev/null) || continue
        case $answer in
        nothing\ *) return 0 ;;
        venv\ *) without_venv=${without_venv:-$python (${answer#* })} ;;
        old\ *) too_old=${too_old:-${answer#* }} ;;
        esac
    done
    if [ -n "$without_venv" ]; then
        fail "$without_venv has no venv module; install it (Debian, Ubuntu: sudo apt install python3-venv) and run this again."
    elif [ -n "$too_old" ]; then
        fail "Python 3.11 or newer is needed, but python3 is $too_old; install a newer Python and run this again."
    else
        fail "Python 3.11 or newer is needed, but no python3 was found; install it (Debian, Ubuntu: sudo apt install python3 python3-venv) and run this again."
    fi
}

ensure_venv() {
    if ! venv_ready "$1"; then
        find_python
        "$python" "$root/scripts/_setup_venv.py" "$1" "$name" </dev/null >&2 || exit
    fi
}
