# What the launcher's tests share. Read by launcher-test.sh.
# shellcheck shell=sh disable=SC2154

# Makes $box with a copy of the launcher in a small repository, $repo, and an empty computer around it: $box/sys for the
# system's folders, $box/home, and $box/path, which holds the shell's tools and neither Java nor Maven.
new_sandbox() {
    box="$scratch/$1/a box"
    repo="$box/the repo"
    mkdir -p "$box/sys" "$box/home" "$box/path" "$repo/src/main" "$repo/src/test/sh" "$repo/bin" "$repo/.mvn"
    for tool in awk cat cksum cp cut date env find grep head ln mkdir mv readlink rm sed sh sleep tail touch tr wc; do
        ln -s "$(command -v "$tool")" "$box/path/$tool"
    done
    cp "$root/bin/ropewalk" "$repo/bin/"
    cp -R "$root/src/main/sh" "$root/src/main/docs" "$repo/src/main/"
    printf 'echo launcher tests ran\n' >"$repo/src/test/sh/launcher-test.sh"
    printf '  <version>0.1.0</version>\n  <project.build.outputTimestamp>2026-01-01T00:00:00Z</project.build.outputTimestamp>\n' >"$repo/pom.xml"
    touch "$repo/.mvn/jvm.config"
    for module in ropewalk-cpu ropewalk-cluster-demo ropewalk-lab ropewalk-bench; do
        mkdir -p "$repo/$module/src/main/java" "$repo/$module/src/main/resources" "$repo/$module/src/test/java"
        touch "$repo/$module/pom.xml" "$repo/$module/src/main/java/A.java" "$repo/$module/src/main/resources/a.txt"
    done
    cd "$box" || exit 1
}

# Makes a Java home: new_jdk FOLDER VERSION. Its java tells how it was called, then waits while $box/java-waits is there,
# then ends with the status in $box/java-status.
new_jdk() {
    mkdir -p "$1/bin"
    printf 'IMPLEMENTOR="nobody"\nJAVA_VERSION="%s"\nOS_ARCH="none"\n' "$2" >"$1/release"
    cat >"$1/bin/java" <<END
#!/bin/sh
echo "java of $2 in \$PWD"
printf '<%s>\n' "\$@"
while [ -e "$box/java-waits" ]; do sleep 0.1; done
[ ! -e "$box/java-status" ] || exit "\$(cat "$box/java-status")"
END
    cp "$1/bin/java" "$1/bin/javac"
    chmod +x "$1/bin/java" "$1/bin/javac"
}

# Makes a Maven home. Its mvn writes down its calls in $box/mvn-calls, and builds, or fails if $box/mvn-fails is there,
# or waits while $box/mvn-waits is there.
new_maven() {
    mkdir -p "$1/bin"
    cat >"$1/bin/mvn" <<END
#!/bin/sh
echo "mvn of $1"
echo "\$\$" >"$box/mvn-process"
echo "\$JAVA_HOME|\$PWD|\$*" >>"$box/mvn-calls"
mkdir "$box/mvn-runs" || echo overlap >>"$box/mvn-calls"
trap 'touch "$box/mvn-ended"; exit 143' TERM
while [ -e "$box/mvn-waits" ]; do sleep 0.1; done
if [ -e "$box/mvn-fails" ]; then echo "a wrong line"; rm -r "$box/mvn-runs"; exit 1; fi
for module in ropewalk-cluster-demo ropewalk-lab ropewalk-bench; do
    mkdir -p \$module/target/app
    cat ropewalk-cpu/src/main/java/A.java >\$module/target/app/a.jar
done
rm -r "$box/mvn-runs"
END
    chmod +x "$1/bin/mvn"
}

# A computer with all that is needed.
equip() {
    new_jdk "$box/sys/usr/lib/jvm/jdk-25" 25.0.1
    new_maven "$box/sys/usr/share/maven"
}

# Runs a command on that computer: run [VARIABLE=VALUE]... COMMAND. Its output is in $box/out and $box/err, its exit code
# in $status.
run() {
    in_box "$@" >"$box/out" 2>"$box/err" && status=0 || status=$?
}

in_box() {
    env -i PATH="$box/path" HOME="$box/home" ROPEWALK_SYSROOT="$box/sys" "$@"
}

ropewalk() {
    run "$repo/bin/ropewalk" "$@"
}

fail() {
    echo "$1"
    echo "--- output"
    cat "$box/out" "$box/err"
    exit 1
}

expect_status() {
    [ "$status" -eq "$1" ] || fail "exit code $status, not $1"
}

# Expects a text in a file of the box: expect out|err|mvn-calls TEXT
expect() {
    case $(cat "$box/$1") in
        *"$2"*) ;;
        *) fail "no '$2' in $1: $(cat "$box/$1")" ;;
    esac
}

expect_no() {
    case $(cat "$box/$1") in
        *"$2"*) fail "'$2' in $1: $(cat "$box/$1")" ;;
    esac
}

expect_builds() {
    builds=$(sed -n '$=' "$box/mvn-calls" 2>/dev/null) || true
    [ "${builds:-0}" -eq "$1" ] || fail "Maven ran ${builds:-0} times, not $1"
}

# Waits until a command succeeds, for half a minute at most.
await() {
    looks=0
    until "$@" 2>/dev/null; do
        [ "$looks" -lt 300 ] || fail "waited in vain for: $*"
        sleep 0.1
        looks=$((looks + 1))
    done
}
