# Tests of how the launcher renders the documentation.
# shellcheck shell=sh disable=SC2154

# Puts a Python into the path: new_python VERSION [NAME]. It writes its calls down in $box/python-calls, makes virtual environments with
# itself as their Python, and renders a page; it fails if its arguments contain what is in $box/python-fails, and prints
# $box/python-says then.
new_python() {
    cat >"$box/path/${2-python3}" <<END
#!/bin/sh
if [ "\$1" = -c ]; then echo $1; exit; fi
echo "\$*" >>"$box/python-calls"
if [ -e "$box/python-fails" ] && echo "\$*" | grep -q -e "\$(cat "$box/python-fails")"; then cat "$box/python-says" 2>/dev/null || echo "a wrong line"; exit 1; fi
for last; do :; done
case "\$*" in
    *'-m venv'*) mkdir -p "\$last/bin" && cp "\$0" "\$last/bin/python" ;;
    *'-m sphinx'*) mkdir -p "\$last" && echo a page >"\$last/index.html" ;;
esac
END
    chmod +x "$box/path/${2-python3}"
}

should_render_the_documentation_and_say_where() {
    new_python 3.11
    ropewalk docs
    expect_status 0
    expect err "the documentation of version 0.1.0 is in $repo/target/docs/index.html"
    expect 'the repo/target/docs/index.html' 'a page'
    expect python-calls "pip install --disable-pip-version-check --require-hashes --requirement $repo/src/main/docs/requirements.txt"
    expect python-calls '-m sphinx --fail-on-warning'
    [ ! -L "$repo/target/ropewalk/lock" ] || fail 'the lock is still there'
}

should_render_into_a_folder_that_is_not_there_yet() {
    new_python 3.12
    ropewalk docs --to 'a folder'
    expect_status 0
    expect 'a folder/index.html' 'a page'
    [ ! -e "$repo/target/docs" ] || fail 'it rendered into its own folder, too'
    ropewalk docs --to 'a folder'
    expect_status 2
    expect err "$box/a folder is there already"
}

should_replace_what_it_rendered_before() {
    new_python 3.11
    ropewalk docs
    touch "$repo/target/docs/old.html"
    ropewalk docs
    expect_status 0
    [ ! -e "$repo/target/docs/old.html" ] || fail 'a page of before is still there'
}

should_get_its_tools_once() {
    new_python 3.11
    ropewalk docs
    expect err 'getting the tools'
    ropewalk docs
    expect_status 0
    expect_no err 'getting the tools'
    echo 'furo==1' >>"$repo/src/main/docs/requirements.txt"
    ropewalk docs
    expect err 'getting the tools'
    new_python 3.13
    ropewalk docs
    expect err 'getting the tools'
    [ "$(grep -c 'pip install' "$box/python-calls")" -eq 3 ] || fail 'it installed more or less than three times'
}

should_say_that_python_is_missing() {
    ropewalk docs
    expect_status 2
    expect err 'no Python 3.11 or newer in PATH'
    expect err 'sudo apt-get install python3-venv'
}

should_say_that_python_is_too_old() {
    new_python 3.9
    ropewalk docs
    expect_status 2
    expect err "found Python 3.9 in $box/path/python3, which is too old"
    new_python 2.12
    ropewalk docs
    expect_status 2
    new_python 3.13 python3.13
    ropewalk docs
    expect_status 0
}

should_say_that_python_has_no_venv_or_pip() {
    new_python 3.11
    echo 'venv' >"$box/python-fails"
    ropewalk docs
    expect_status 2
    expect err "$box/path/python3 has no venv"
    echo "venv $repo" >"$box/python-fails"
    ropewalk docs
    expect_status 2
    expect err "$box/path/python3 has no pip"
    expect err 'sudo apt-get install python3-venv'
}

should_show_what_pip_said_and_try_again() {
    new_python 3.11
    echo 'pip install' >"$box/python-fails"
    ropewalk docs
    expect_status 2
    expect err 'a wrong line'
    expect err "$repo/target/ropewalk/docs-tools.log"
    rm "$box/python-fails"
    ropewalk docs
    expect_status 0
    expect err 'getting the tools'
}

should_fail_if_a_tool_is_not_the_one_that_was_pinned() {
    new_python 3.11
    echo 'pip install' >"$box/python-fails"
    echo 'ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.' >"$box/python-says"
    ropewalk docs
    expect_status 1
    expect err 'DO NOT MATCH THE HASHES'
    echo 'ERROR: Hashes are required in --require-hashes mode, but they are missing from some requirements.' >"$box/python-says"
    ropewalk docs
    expect_status 1
}

should_fail_if_the_documentation_has_errors() {
    new_python 3.11
    ropewalk docs
    echo '-m sphinx' >"$box/python-fails"
    ropewalk docs
    expect_status 1
    expect out 'a wrong line'
    expect err 'the documentation has errors'
    expect_no err 'is in'
    expect 'the repo/target/docs/index.html' 'a page'
}

should_refuse_to_render_if_it_is_asked_wrongly() {
    new_python 3.11
    for wrong in '--to' '--to=x' 'folder' '--from x' '--to x y'; do
        # shellcheck disable=SC2086
        ropewalk docs $wrong
        expect_status 2
        expect err 'Usage: bin/ropewalk docs [--to DIR]'
    done
    ropewalk docs --help
    expect_status 0
    expect out 'Usage: bin/ropewalk docs [--to DIR]'
    ropewalk help docs
    expect_status 0
    expect out 'Usage: bin/ropewalk docs [--to DIR]'
    [ ! -e "$box/python-calls" ] || fail 'Python ran'
}
