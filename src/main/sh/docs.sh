# Renders docs/ to a site: "docs". Read by bin/ropewalk.
#
# In $state: docs-tools, a virtual environment of Python with what src/main/docs/requirements.txt names. Its file "ready" tells which
# requirements and which Python it was made of; when these are others it is made anew.
# shellcheck shell=sh disable=SC2154
oldest_python=3.11
python=

docs_usage() {
    printf '%s' 'Usage: bin/ropewalk docs [--to DIR]

Renders the guide, the reference and the decisions in docs/ to a site of static files, by Sphinx. A link to a page, a heading or a file
that is not there ends it with an error. The tools come from the Python Package Index, once.

  --to DIR   the folder, which must not be there yet; target/docs unless told otherwise, which is replaced
'
}

# Takes the first Python that is new enough as $python.
find_python() {
    old_python=
    for candidate in python3 python3.11 python3.12 python3.13 python3.14; do
        found=$(command -v "$candidate") || continue
        python_version=$("$found" -c 'import sys; print("%d.%d" % sys.version_info[:2])' 2>/dev/null) || continue
        if [ "${python_version%%.*}" -eq 3 ] && [ "${python_version#*.}" -ge "${oldest_python#*.}" ]; then
            python=$found
            return 0
        fi
        [ -n "$old_python" ] || old_python="  found Python $python_version in $found, which is too old"
    done
    return 1
}

# Says what is missing and how to install it, and ends: refuse_python WHAT
refuse_python() {
    say "$1"
    [ -z "$old_python" ] || printf '%s\n' "$old_python" >&2
    printf '%s\n' 'To install what is missing:' \
        '  Debian, Ubuntu   sudo apt-get install python3-venv' \
        '  Fedora           sudo dnf install python3' \
        '  macOS            brew install python' >&2
    exit 2
}

# Makes the virtual environment $tools, if it isn't there already.
ensure_docs_tools() {
    tools=$state/docs-tools
    wanted="$python $python_version $(cksum <"$root/src/main/docs/requirements.txt")"
    if [ -r "$tools/ready" ] && [ "$(cat "$tools/ready")" = "$wanted" ]; then return; fi
    log=$state/docs-tools.log
    say "getting the tools for the documentation (a minute, once)"
    rm -rf "$tools"
    "$python" -m venv --without-pip "$tools" >"$log" 2>&1 || refuse_python "$python has no venv"
    "$python" -m venv "$tools" >"$log" 2>&1 || refuse_python "$python has no pip to put into a virtual environment"
    if ! "$tools/bin/python" -m pip install --disable-pip-version-check --require-hashes \
        --requirement "$root/src/main/docs/requirements.txt" >"$log" 2>&1; then
        tail -n 20 "$log" >&2
        say "pip could not install the tools; all of its output is in $log"
        ! grep -q -i -e '--require-hashes mode' -e 'do not match the hashes' "$log" || exit 1
        exit 2
    fi
    printf '%s\n' "$wanted" >"$tools/ready"
}

docs() {
    to=
    while [ $# -gt 0 ]; do
        case $1 in
            -h | --help)
                docs_usage
                return
                ;;
            --to)
                [ $# -gt 1 ] && [ -n "$2" ] || refuse_use docs '--to takes a value'
                to=$(absolute "$2")
                shift 2
                ;;
            *) refuse_use docs "unknown argument: $1" ;;
        esac
    done
    [ -z "$to" ] || [ ! -e "$to" ] || refuse_use docs "$to is there already"
    find_python || refuse_python "no Python $oldest_python or newer in PATH"
    lock
    ensure_docs_tools
    site=$state/docs
    rm -rf "$site"
    if ! "$tools/bin/python" -m sphinx --fail-on-warning --keep-going --quiet --fresh-env -c "$root/src/main/docs" \
        -d "$site/pages" "$root/docs" "$site/site"; then
        say 'the documentation has errors'
        exit 1
    fi
    if [ -z "$to" ]; then
        to=$root/target/docs
        rm -rf "$to"
    fi
    mkdir -p "$to" && cp -R "$site/site/." "$to" || exit 1
    say "the documentation of version $(version_of_checkout) is in $to/index.html"
}
