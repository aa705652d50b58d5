#!/bin/sh
# Tests of bin/ropewalk, each in a small copy of the repository with a false JDK and a false Maven.
# Usage: launcher-test.sh [TEST]...   Ends with 1 if a test fails, and leaves a report where Maven's reports are.
set -u
here=$(CDPATH='' cd -P -- "$(dirname "$0")" && pwd -P)
root=${here%/src/test/sh}
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

. "$here/sandbox.sh"
. "$here/tools-cases.sh"
. "$here/build-cases.sh"
. "$here/command-cases.sh"
. "$here/docs-cases.sh"

tests=$*
[ -n "$tests" ] || tests=$(sed -n 's/^\(should_[a-z_]*\)() {$/\1/p' "$here"/*-cases.sh)

passed=0 failed=0
: >"$scratch/cases.xml"
for test in $tests; do
    (
        set -e
        new_sandbox "$test"
        "$test"
    ) >"$scratch/output" 2>&1
    status=$? # asked here, since within the condition of an "if" set -e does nothing
    if [ "$status" -eq 0 ]; then
        passed=$((passed + 1))
        printf '  <testcase classname="launcher" name="%s"/>\n' "$test" >>"$scratch/cases.xml"
    else
        failed=$((failed + 1))
        printf 'FAILED %s\n' "$test"
        sed 's/^/    /' "$scratch/output"
        printf '  <testcase classname="launcher" name="%s"><failure/></testcase>\n' "$test" >>"$scratch/cases.xml"
    fi
done

mkdir -p "$root/target/surefire-reports"
{
    printf '<testsuite name="launcher" tests="%d" errors="0" skipped="0" failures="%d">\n' \
        $((passed + failed)) "$failed"
    cat "$scratch/cases.xml"
    printf '</testsuite>\n'
} >"$root/target/surefire-reports/TEST-launcher.xml"
printf 'launcher: %d passed, %d failed\n' "$passed" "$failed"
[ "$failed" -eq 0 ]
