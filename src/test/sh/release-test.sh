#!/bin/sh
# Tests a release as its users see it: made twice, in two folders, and taken by programs that have nothing else of Ropewalk.
# Usage: release-test.sh [DIR]    Leaves the release in DIR, if it is given. Takes some minutes. Ends with 1 if a test fails.
set -eu
here=$(CDPATH='' cd -P -- "$(dirname "$0")" && pwd -P)
root=${here%/src/test/sh}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
consumers=$root/src/test/consumers
release=$scratch/release
if [ $# -gt 0 ]; then
    mkdir -p "$1"
    release=$(CDPATH='' cd -P -- "$1" && pwd -P)
fi

fail() {
    printf 'FAILED %s\n' "$1"
    [ ! -r "$scratch/log" ] || tail -n 40 "$scratch/log"
    exit 1
}

# Runs a command, whose output is shown only if it fails: quietly WHAT COMMAND...
quietly() {
    what=$1
    shift
    "$@" >"$scratch/log" 2>&1 || fail "$what"
}

# Expects a line in what a program has printed.
expect_line() {
    grep -q "^$1\$" "$scratch/log" || fail "nobody printed '$1'"
    printf 'passed: %s\n' "$1"
}

printf 'a release, and another from a copy elsewhere\n'
quietly 'the release' "$root/bin/ropewalk" release --to "$release"
mkdir -p "$scratch/a copy elsewhere"
(cd "$root" && tar -cf - --exclude=target --exclude=.git --exclude=lab-report .) | (cd "$scratch/a copy elsewhere" && tar -xf -)
# What ErrorProne says of the same sources again is no news, and changes no byte.
quietly 'the release of the copy' "$scratch/a copy elsewhere/bin/ropewalk" release --to "$scratch/again" -Derrorprone.checks=-XepDisableAllChecks
quietly 'two releases differ' diff -r "$release" "$scratch/again"
printf 'passed: the same bytes\n'
if "$root/bin/ropewalk" release --to "$release" >"$scratch/log" 2>&1; then
    fail 'a release was overwritten'
fi

eval "$("$root/bin/ropewalk" doctor | sed -n 's/^JDK .* in \(.*\)$/jdk="\1"/p; s/^Maven in \(.*\)$/maven="\1"/p')"
version=$(sed -n 's/.*<release>\(.*\)<.*/\1/p' "$release/dev/ropewalk/ropewalk-bom/maven-metadata.xml")
repository=${ROPEWALK_MAVEN_REPOSITORY:-$HOME/.m2/repository} # the user's, for libraries that aren't Ropewalk's
jars() { # the plain jars of these modules, and of nothing else
    for module in "$@"; do
        printf '%s:' "$release/dev/ropewalk/ropewalk-$module/$version/ropewalk-$module-$version.jar"
    done
}

printf 'what is in it\n'
for folder in "$release"/dev/ropewalk/*/"$version"; do
    module=$(basename "$(dirname "$folder")")
    grep -q '<licenses>' "$folder/$module-$version.pom" || fail "no licence in the POM of $module"
    ! grep -q 'SNAPSHOT\|ropewalk-testing\|ropewalk-parent' "$folder/$module-$version.pom" || fail "the POM of $module isn't for users"
    [ -s "$folder/$module-$version-cyclonedx.json" ] || fail "no bill of materials of $module"
    [ "$module" != ropewalk-bom ] || continue
    jars='sources javadoc'
    [ "$module" != ropewalk-journal-tool ] || jars="$jars runnable"
    for jar in '' $jars; do
        "$jdk/bin/jar" -tf "$folder/$module-$version${jar:+-$jar}.jar" >"$scratch/log"
        grep -q '^META-INF/LICENSE$' "$scratch/log" || fail "no licence in $module-$version${jar:+-$jar}.jar"
        grep -q '^META-INF/NOTICE$' "$scratch/log" || fail "no notice in $module-$version${jar:+-$jar}.jar"
    done
    "$jdk/bin/jar" -tf "$folder/$module-$version-sources.jar" >"$scratch/log"
    grep -q '^dev/ropewalk/' "$scratch/log" || fail "no sources in $module-$version-sources.jar"
    grep -q '<artifactId>'"$module"'<' "$release/dev/ropewalk/ropewalk-bom/$version/ropewalk-bom-$version.pom" ||
        fail "$module isn't in the BOM"
done
[ -z "$(find "$release" -name '*-tests.jar*')" ] || fail 'test jars are in the release'
printf 'passed: licences, no test jars, a whole BOM\n'

printf 'a program on the class path\n'
path=$(jars base cpu scheduler channel limit task)
mkdir "$scratch/classes"
quietly 'compiling on the class path' "$jdk/bin/javac" -d "$scratch/classes" -cp "$path" "$consumers/classpath/Average.java"
quietly 'the program on the class path' "$jdk/bin/java" -cp "$path$scratch/classes" Average
expect_line 'class path: 38.5'

printf 'a program of modules, and an image of it\n'
path=$(jars base cpu scheduler pipeline journal)$(find "$repository/org/jspecify" -name 'jspecify-*.jar' | head -n 1):
quietly 'compiling modules' "$jdk/bin/javac" -d "$scratch/app" -p "$path" "$consumers"/modular/module-info.java "$consumers"/modular/app/*.java
quietly 'linking an image' "$jdk/bin/jlink" -p "$path$scratch/app" --add-modules app --output "$scratch/image"
quietly 'the program in the image' "$scratch/image/bin/java" --enable-native-access=dev.ropewalk.base,dev.ropewalk.cpu,dev.ropewalk.journal \
    -m app/app.Replay "$scratch/journal"
expect_line 'modular: 30'

printf 'the journal tool by itself\n'
quietly 'the journal tool' "$jdk/bin/java" -jar "$release/dev/ropewalk/ropewalk-journal-tool/$version/ropewalk-journal-tool-$version-runnable.jar" \
    dump --format hex "$scratch/journal"
grep -q '000000  10' "$scratch/log" || fail 'the journal tool shows no record of 16'
[ "$("$jdk/bin/java" -jar "$release"/dev/ropewalk/ropewalk-journal-tool/*/*-runnable.jar --version)" = "ropewalk-journal $version" ] ||
    fail 'the journal tool has another version'
printf 'passed: it shows the journal that the image wrote\n'

# Ropewalk's jars come from the release alone, and don't get into the user's repository.
printf 'a project of Maven\n'
cp -R "$repository" "$scratch/m2"
rm -rf "$scratch/m2/dev/ropewalk"
cp -R "$consumers/maven" "$scratch/project"
(cd "$scratch/project" && JAVA_HOME=$jdk quietly 'the project of Maven' "$maven" -B -ntp test "-Dmaven.repo.local=$scratch/m2" \
    "-Drelease=$release" "-Dversion.of.ropewalk=$version" "-Dversion.of.junit=$(sed -n 's/.*<junit.version>\(.*\)<.*/\1/p' "$root/pom.xml")")
expect_line 'maven: 6'
