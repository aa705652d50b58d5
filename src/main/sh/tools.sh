# Finds a JDK and Maven. Read by bin/ropewalk.
# ROPEWALK_SYSROOT is put before the system's folders, so that tests can hide what is installed.
# shellcheck shell=sh disable=SC2034,SC2154
sys=${ROPEWALK_SYSROOT-}
jdk=
maven=
unfit=

# Reads a Java home's version into $version. The release file answers without starting a JVM.
read_version() {
    version=
    if [ -r "$1/release" ]; then
        while IFS='=' read -r key value; do
            if [ "$key" = JAVA_VERSION ]; then
                value=${value#\"}
                version=${value%%\"*}
            fi
        done <"$1/release"
    elif [ -e "$1/lib/modules" ]; then
        version=$("$1/bin/java" -version 2>&1 | sed -n 's/.* version "\([^"]*\)".*/\1/p')
    fi
    major=${version%%[!0-9]*}
    [ -n "$major" ]
}

# Remembers an unfit Java home for the error text; one home per version is enough there.
note_unfit() {
    case $unfit in
        *"$1"*) ;;
        *) unfit="$unfit  found $1 in $2$3
" ;;
    esac
}

# Takes a Java home as $jdk if it is fit, and no older one above the minimum has been found.
consider_jdk() {
    [ -x "$1/bin/java" ] && read_version "$1" || return 0
    if [ "$major" -lt "$oldest_jdk" ]; then
        note_unfit "Java $version" "$1" ', which is too old'
    elif [ ! -x "$1/bin/javac" ]; then
        note_unfit "Java $version without javac" "$1" ''
    elif [ -z "$jdk" ] || [ "$major" -lt "$jdk_major" ]; then
        jdk=$1
        jdk_major=$major
        jdk_version=$version
    fi
}

consider_command() {
    found=$(command -v "$1") || return 0
    resolve "$found"
    case $resolved in
        /*/bin/*) consider_jdk "${resolved%/bin/*}" ;;
    esac
}

# Finds a JDK, and says so if it isn't that of JAVA_HOME, which is to choose it.
find_jdk() {
    [ -z "$jdk" ] || return 0
    [ -z "${JAVA_HOME-}" ] || consider_jdk "$JAVA_HOME"
    [ -z "$jdk" ] || return 0
    search_jdk || return 1
    [ -z "${JAVA_HOME-}" ] || say "JAVA_HOME=$JAVA_HOME is no JDK $oldest_jdk or newer; taken instead: $jdk"
}

search_jdk() {
    consider_command javac
    [ -n "$jdk" ] || consider_command java
    [ -z "$jdk" ] || return 0
    home=${HOME-/nonexistent}
    for candidate in \
        "$sys"/usr/lib/jvm/* "$sys"/usr/lib64/jvm/* "$sys"/usr/java/* "$sys"/usr/local/openjdk-* \
        "$sys"/opt/java/* "$sys"/opt/jdk* \
        "$sys"/Library/Java/JavaVirtualMachines/*/Contents/Home \
        "$sys"/opt/homebrew/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
        "$sys"/usr/local/opt/openjdk*/libexec/openjdk.jdk/Contents/Home \
        "$sys"/home/linuxbrew/.linuxbrew/opt/openjdk*/libexec \
        "$home"/Library/Java/JavaVirtualMachines/*/Contents/Home \
        "$home"/.sdkman/candidates/java/* "$home"/.asdf/installs/java/* \
        "$home"/.local/share/mise/installs/java/* "$home"/.jdks/*; do
        consider_jdk "$candidate"
    done
    [ -n "$jdk" ]
}

find_maven() {
    maven=$(command -v mvn) && return 0
    home=${HOME-/nonexistent}
    for candidate in \
        "${M2_HOME:-/nonexistent}" "${MAVEN_HOME:-/nonexistent}" \
        "$sys"/usr/share/maven "$sys"/opt/maven "$sys"/opt/apache-maven* "$sys"/usr/local/apache-maven* \
        "$sys"/opt/homebrew/opt/maven "$sys"/usr/local/opt/maven \
        "$home"/.sdkman/candidates/maven/* "$home"/.asdf/installs/maven/* \
        "$home"/.local/share/mise/installs/maven/* "$home"/apache-maven*; do
        if [ -x "$candidate/bin/mvn" ]; then
            maven=$candidate/bin/mvn
            return 0
        fi
    done
    return 1
}

# Names what is missing with the commands that install it, and ends.
refuse() {
    debian='' fedora='' brew=''
    if [ -z "$jdk" ]; then
        say "no JDK $oldest_jdk or newer in JAVA_HOME, PATH or the usual folders"
        printf '%s' "$unfit" >&2
        debian=" openjdk-$oldest_jdk-jdk-headless"
        fedora=" java-$oldest_jdk-openjdk-devel"
        brew=" openjdk@$oldest_jdk"
    fi
    if [ "$1" = maven ]; then
        say 'no Maven in PATH, MAVEN_HOME or the usual folders'
        debian="$debian maven" fedora="$fedora maven" brew="$brew maven"
    fi
    printf '%s\n' 'To install what is missing:' \
        "  Debian, Ubuntu   sudo apt-get install$debian" \
        "  Fedora           sudo dnf install$fedora" \
        "  macOS            brew install$brew" >&2
    [ -n "$jdk" ] || printf '%s\n' "Debian 12 and older have no such JDK: take Temurin's package temurin-$oldest_jdk-jdk," \
        'or unpack any JDK and point JAVA_HOME at it.' >&2
    exit 2
}

require_jdk() {
    find_jdk && return 0
    find_maven || refuse maven
    refuse ''
}

require_jdk_and_maven() {
    find_jdk
    find_maven || refuse maven
    [ -n "$jdk" ] || refuse ''
}
