# Set-up for the Makefile: `sh bookbuild/setup.sh venv` makes .venv, `sh bookbuild/setup.sh assets` makes
# node_modules. Each writes a stamp when it is complete, and does nothing while the stamp fits.

say() { echo "book: $*" >&2; }
die() { say "$*"; exit 1; }
trap 'die "stopped. Run the same command again: it goes on from here."' INT TERM

version() { "$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null; }
suits() { case "$(version "$1")" in 3.11 | 3.12 | 3.13) ;; *) return 1 ;; esac; }

# Sets $python: the one that was asked for, or else the first on PATH that suits.
choose_python() {
    for python in ${PYTHON:-python3 python3.13 python3.12 python3.11 python}; do
        suits "$python" && return
    done
    python=${PYTHON:-python3}
    found=$(version "$python") || die "$python is missing, or does not run: install Python 3.11 to 3.13."
    die "$python is Python $found, but 3.11 to 3.13 is needed: install one, and name it," \
        "for instance make PYTHON=python3.13 book."
}

python_fits() {
    suits .venv/bin/python || return
    [ -z "$PYTHON" ] || [ "$(version "$PYTHON")" = "$(version .venv/bin/python)" ]
}

# False in a .venv that was interrupted while it was made, or that was moved or copied here.
pip_is_here() {
    case "$(.venv/bin/pip --version 2>/dev/null)" in *" $(pwd -P)/.venv/"*) ;; *) return 1 ;; esac
}

make_venv() {
    choose_python
    "$python" -c 'import ensurepip, venv' 2>/dev/null ||
        die "$python has no venv module: install it (Debian and Ubuntu: apt install python3-venv)."
    if [ -e .venv ] || [ -L .venv ]; then
        say "the .venv here is unfinished, moved or of another Python: making it anew"
    fi
    say "making .venv with Python $(version "$python")"
    "$python" -m venv --clear .venv || die "could not make .venv: see the lines above."
}

pip_install() {
    if ! .venv/bin/python -m pip install --disable-pip-version-check --progress-bar off \
        "$@" > .venv/pip.log 2>&1; then
        [ -z "$CI" ] || tail -n 20 .venv/pip.log
        die "pip could not finish: is the network up? Nothing is lost: run the same command again." \
            "(Pip's own words are in .venv/pip.log.)"
    fi
}

venv() {
    [ -z "$PYTHON" ] || choose_python
    want="$(pwd -P) $(cat requirements.txt constraints.txt pyproject.toml | cksum)"
    if python_fits; then
        [ "$(cat .venv/.ready 2>/dev/null)" = "$want" ] && return
        pip_is_here || make_venv
    else
        make_venv
    fi
    say "installing the pinned packages into .venv (minutes, the first time: torch is large)"
    pip_install -r requirements.txt -e '.[author,test]'
    echo "$want" > .venv/.ready
}

assets() {
    want=$(cksum < package-lock.json)
    [ "$(cat node_modules/.ready 2>/dev/null)" = "$want" ] && return
    npm --version > /dev/null 2>&1 ||
        die "npm is missing, or does not run: install Node.js, which brings it."
    say "installing the site's browser assets into node_modules"
    npm ci --silent --no-audit --no-fund ||
        die "npm could not finish: is the network up? Nothing is lost: run the same command again." \
            "(npm ci says why.)"
    echo "$want" > node_modules/.ready
}

cd "$(dirname "$0")/.." || exit
"$1"
