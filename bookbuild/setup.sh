# Set-up for the Makefile: `sh bookbuild/setup.sh venv assets` makes .venv and node_modules. A
# complete folder holds a stamp, .ready; while it fits, nothing is done. What is there stands aside
# as NAME.old until its successor is complete, and else comes back.
# Why not uv: it reads no pip settings, so it passes by a CPU build of torch that pip would find on
# the disk, and downloads gigabytes of the CUDA build.

say() { echo "book: $*" >&2; }
lack() { say "$*"; lacking=yes; }
die() { say "$*"; exit 1; }
failed() { die "$1. Nothing that was here is lost: mend that, and run the same command again."; }
trap 'die "stopped. Run the same command again: it goes on from here."' HUP INT TERM

version() { "$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null; }
suits() { case "$(version "$1")" in 3.11 | 3.12 | 3.13) ;; *) return 1 ;; esac; }

# Sets $python: the one that was asked for, or else the first on PATH that suits.
choose_python() {
    for python in "${PYTHON:-python3}" python3.13 python3.12 python3.11 python; do
        suits "$python" && return
        [ -z "$PYTHON" ] || break
    done
    python=${PYTHON:-python3}
    found=$(version "$python") ||
        { lack "$python is missing, or does not run: install Python 3.11 to 3.13."; return 1; }
    lack "$python is Python $found, but 3.11 to 3.13 is needed: install one, and name it," \
        "for instance make PYTHON=python3.13 book."
    return 1
}

python_fits() {
    suits .venv/bin/python || return
    [ -z "$PYTHON" ] || [ "$(version "$PYTHON")" = "$(version .venv/bin/python)" ]
}

# False in a .venv that was interrupted while it was made, or that was moved or copied here.
pip_is_here() {
    case "$(.venv/bin/pip --version 2>/dev/null)" in *" $(pwd -P)/.venv/"*) ;; *) return 1 ;; esac
}

is_complete() { [ ! -e "$1.old" ] && [ "$(cat "$1/.ready" 2>/dev/null)" = "$2" ]; }
venv_is_ready() { is_complete .venv "$pins" && python_fits; }
assets_is_ready() { is_complete node_modules "$assets"; }

refuse_link() {
    [ ! -L "$1" ] || lack "$1 is a link, and what it points to is not touched:" \
        "remove the link (rm $1), and run the same command again."
}

ask_venv() {
    refuse_link .venv
    python_fits && pip_is_here && return
    anew=yes needed=$((needed + 2000))
    choose_python && ! "$python" -c 'import ensurepip, venv' 2>/dev/null &&
        lack "$python has no venv module: install it (Debian and Ubuntu: apt install python3-venv)."
}

ask_assets() {
    refuse_link node_modules
    needed=$((needed + 60))
    { node -e 'process.exit(+(parseInt(process.versions.node) < 18))' && npm --version; } \
        > /dev/null 2>&1 ||
        lack "Node.js 18 or newer with npm is missing, or does not run: install it."
}

ask_space() {
    free=$(df -Pk . | sed -n '2s/.* \([0-9][0-9]*\)  *[0-9]*% .*/\1/p')
    [ $((${free:-999999999} / 1024)) -ge "$needed" ] ||
        lack "$((free / 1024)) MB are free on this disk, and $needed MB are needed: make room."
}

put_back() {
    for folder in .venv node_modules; do
        [ ! -e "$folder.old" ] || { rm -rf "$folder" && mv "$folder.old" "$folder"; }
    done
    rm -rf .venv.gone node_modules.gone
}

# One set-up at a time: a second one would put back what the first has set aside.
lock() {
    holder=$(cat .venv.lock 2>/dev/null) && kill -0 "$holder" 2>/dev/null &&
        die "set-up is already running here (process $holder): wait for it, or end it."
    echo $$ > .venv.lock || failed "this folder cannot be written, or its disk is full"
    trap 'trap "" HUP INT TERM; put_back; rm -f .venv.lock' EXIT
}

set_aside() { [ ! -e "$1" ] || mv "$1" "$1.old"; }

complete() {
    echo "$2" > "$1/.ready" || failed "$1 cannot be written, or its disk is full"
    [ ! -e "$1.old" ] || mv "$1.old" "$1.gone"
}

make_venv() {
    if [ -n "$anew" ]; then
        [ ! -e .venv ] ||
            say "the .venv here is unfinished, moved or of another Python: making it anew"
        say "making .venv with Python $(version "$python")"
        set_aside .venv && "$python" -m venv .venv
    else # in a copy, of hard links where cp can: pip replaces files, and writes into none
        { cp -RPpl .venv .venv.gone 2>/dev/null || cp -RPp .venv/. .venv.gone; } &&
            set_aside .venv && mv .venv.gone .venv
    fi || failed ".venv could not be made, for the reason above"
    say "installing the pinned packages into .venv (minutes, the first time: torch is large)"
    words=$(.venv/bin/python -m pip install --quiet --disable-pip-version-check \
        --no-warn-script-location -r requirements.txt -e '.[author,test]' 2>&1) ||
        { echo "$words" | tail -n 20 >&2; failed "pip could not finish, for the reason above"; }
    complete .venv "$pins"
}

make_assets() {
    say "installing the site's browser assets into node_modules"
    cache=$(npm config get cache)
    { mkdir -p "$cache" && [ -w "$cache" ]; } 2>/dev/null ||
        export npm_config_cache="$PWD/_build/npm"
    set_aside node_modules && npm ci --loglevel=error --no-audit --no-fund --no-update-notifier \
        > /dev/null || failed "npm could not finish, for the reason above"
    complete node_modules "$assets"
}

cd "$(dirname "$0")/.." || exit
todo='' needed=0 anew='' lacking=''
pins="$(pwd -P) $(cat requirements.txt constraints.txt pyproject.toml | cksum)"
assets=$(cksum < package-lock.json)
for step; do "${step}_is_ready" || todo="$todo $step"; done
[ -n "$todo" ] || exit 0
lock
put_back
for step in $todo; do "ask_$step"; done
ask_space
[ -z "$lacking" ] || exit 1
for step in $todo; do "make_$step"; done
