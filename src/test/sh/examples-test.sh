#!/bin/sh
# Tests the programs in examples/ as strangers have them: copies without the rest of the checkout, built with a release, each run with its check.
# Usage: examples-test.sh [RELEASE_DIR]    Makes a release if none is given. Takes three minutes besides. Ends with 1 if a test fails.
set -eu
here=$(CDPATH='' cd -P -- "$(dirname "$0")" && pwd -P)
root=${here%/src/test/sh}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

fail() {
    printf 'FAILED %s\n' "$1"
    [ ! -r "$scratch/log" ] || tail -n 40 "$scratch/log"
    exit 1
}

# Runs a command for so long at most, where that can be told: limited SECONDS COMMAND...
limited() {
    if command -v timeout >/dev/null; then
        timeout --kill-after=10 "$@"
    else
        shift
        "$@"
    fi
}

# Runs a command for so long at most, whose output is shown only if it fails: quietly WHAT SECONDS COMMAND...
quietly() {
    what=$1
    shift
    limited "$@" >"$scratch/log" 2>&1 || fail "$what"
}

if [ $# -gt 0 ]; then
    [ -d "$1/dev/ropewalk/ropewalk-bom" ] || fail "no release is in $1"
    release=$(CDPATH='' cd -P -- "$1" && pwd -P)
else
    printf 'a release\n'
    release=$scratch/release
    quietly 'the release' 600 "$root/bin/ropewalk" release --to "$release"
fi
jdk='' maven=''
eval "$("$root/bin/ropewalk" doctor | sed -n 's/^JDK .* in \(.*\)$/jdk="\1"/p; s/^Maven in \(.*\)$/maven="\1"/p')"
export JAVA_HOME="$jdk"
version=$(sed -n 's/.*<release>\(.*\)<.*/\1/p' "$release/dev/ropewalk/ropewalk-bom/maven-metadata.xml")

# Ropewalk's jars come from the release alone, and don't get into the user's repository.
cp -R "${ROPEWALK_MAVEN_REPOSITORY:-$HOME/.m2/repository}" "$scratch/m2"
rm -rf "$scratch/m2/dev/ropewalk"

for folder in "$root"/examples/*/; do
    example=$(basename "$folder")
    printf '%s\n' "$example"
    main=$(printf '%s' "$example" | cut -c 1 | tr '[:lower:]' '[:upper:]')$(printf '%s' "$example" | cut -c 2-)
    mkdir "$scratch/$example"
    cp -R "$folder/pom.xml" "$folder/src" "$scratch/$example"
    cd "$scratch/$example"
    quietly "the build of $example" 120 "$maven" -B -ntp package \
        "-Dmaven.repo.local=$scratch/m2" "-Drelease=$release" "-Dropewalk.version=$version"
    status=0
    limited 20 "$jdk/bin/java" -jar "target/$example.jar" --nonsense >"$scratch/log" 2>&1 || status=$?
    [ "$status" -eq 2 ] || fail "$example takes wrong arguments, and ends with $status"
    grep -q '^Usage: ' "$scratch/log" || fail "$example doesn't tell how it is used"
    quietly "the check of $example" 120 "$jdk/bin/java" -cp "target/test-classes:target/$example.jar" "$example.${main}Check"
    grep '^passed: ' "$scratch/log" || fail "$example has checked nothing"
done
