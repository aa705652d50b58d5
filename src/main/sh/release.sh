# Gives the modules to users: "install" and "release". Read by bin/ropewalk.
# shellcheck shell=sh disable=SC2154

not_for_users='!ropewalk-lab,!ropewalk-lab-apart,!ropewalk-lab-kotlin,!ropewalk-cluster-demo,!ropewalk-bench,!ropewalk-stress,!ropewalk-adapters-test,!ropewalk-postgres-example'

install_usage() {
    printf '%s' 'Usage: bin/ropewalk install [MAVEN ARGUMENT]...

Builds all modules for users, with sources and documentation, and puts them into the local Maven repository.
Nothing is tested.
'
}

release_usage() {
    printf '%s' 'Usage: bin/ropewalk release --to DIR [OPTION]... [MAVEN ARGUMENT]...

Builds all modules for users and adds them to a Maven repository in a folder, which is made if need be: jars, sources,
documentation, POMs, the BOM, a CycloneDX bill of materials and checksums. Two builds of one commit by one JDK are the same bytes,
signatures aside. Nothing is tested.

  --to DIR      the folder
  --sign KEY    sign with this key of gpg, by its name or fingerprint
  --since DIR   the folder of an earlier release: end with an error if programs compiled with it could break
'
}

javadoc_usage() {
    printf '%s' 'Usage: bin/ropewalk javadoc --to DIR [MAVEN ARGUMENT]...

Writes the documentation of all modules for users, with links between them, into a folder, which must not be there yet.
Left out are ropewalk-pekko, ropewalk-cluster-pekko and ropewalk-spring-boot-starter, which are no named modules.
'
}

# Runs Maven on what users get, and ends if that fails. Its output is shown only then.
build_for_users() {
    log=$state/release.log
    say "building version $(version_of_checkout) of all modules (some minutes)"
    run_maven --no-transfer-progress -T 1.5C -P release \
        -pl "!.,$not_for_users" -Dmaven.test.skip=true -Dspotless.check.skip=true "$@" >"$log" 2>&1 && return
    tail -n 40 "$log" >&2
    say "the build failed; all of its output is in $log"
    exit 1
}

install_modules() {
    case ${1-} in
        -h | --help)
            install_usage
            return
            ;;
    esac
    require_jdk_and_maven
    lock
    build_for_users install "$@"
    say "installed version $(version_of_checkout) of all modules into the local Maven repository"
}

# Prints the version of this checkout, the first in its POM.
version_of_checkout() {
    sed -n '/<version>/{s/.*<version>\(.*\)<\/version>.*/\1/p;q;}' "$root/pom.xml"
}

# Prints the time that archives of this version bear, as yyyyMMddHHmmss.
time_of_release() {
    sed -n 's/.*<project.build.outputTimestamp>\(.*\)<.*/\1/p' "$root/pom.xml" | tr -d 'TZ:-'
}

# Ends because a command was called wrongly: refuse_use COMMAND WHY
refuse_use() {
    say "$2"
    "$1_usage" >&2
    exit 2
}

# Prints an absolute path, of a folder that need not exist.
absolute() {
    case $1 in
        /*) printf '%s\n' "$1" ;;
        *) printf '%s/%s\n' "$PWD" "$1" ;;
    esac
}

release() {
    to='' signer='' since=''
    while [ $# -gt 0 ]; do
        case $1 in
            -h | --help)
                release_usage
                return
                ;;
            --to | --sign | --since)
                [ $# -gt 1 ] && [ -n "$2" ] || refuse_use release "$1 takes a value"
                case $1 in
                    --to) to=$(absolute "$2") ;;
                    --sign) signer=$2 ;;
                    --since) since=$(absolute "$2") ;;
                esac
                shift 2
                ;;
            -[DPTXeqUo]* | --[!ts]*) break ;; # Maven's
            *) refuse_use release "unknown argument: $1" ;;
        esac
    done
    [ -n "$to" ] || refuse_use release 'release takes --to DIR'
    [ -z "$since" ] || [ -d "$since/dev/ropewalk" ] || refuse_use release "no release in $since"
    released=$(version_of_checkout)
    if [ -e "$to/dev/ropewalk/ropewalk-bom/$released" ]; then
        say "$to holds version $released already: a release is never changed"
        exit 1
    fi
    require_jdk_and_maven
    lock
    mkdir -p "$to" || exit 1
    [ -z "$signer" ] || set -- -P sign "-Dgpg.keyname=$signer" "$@"
    [ -z "$since" ] || set -- "-Dsince=$since" "-Dsince.version=$(newest_in "$since")" "$@"
    # From scratch: nothing of an earlier build may be in it. Maven copies when every module is built.
    build_for_users clean deploy -DdeployAtEnd=true "-DaltDeploymentRepository=release::file:$to" "$@"
    if ! "$jdk/bin/java" "$root/src/main/release/ReleaseFolder.java" "$to" "$(time_of_release)"; then
        say "version $released in $to isn't finished: remove its folders, and release again"
        exit 1
    fi
    say "released version $released to $to"
}

# Prints the newest version in the folder of releases.
newest_in() {
    sed -n 's/.*<release>\(.*\)<.*/\1/p' "$1/dev/ropewalk/ropewalk-bom/maven-metadata.xml"
}

javadoc() {
    case ${1-} in
        -h | --help)
            javadoc_usage
            return
            ;;
        --to) [ $# -gt 1 ] && [ -n "$2" ] || refuse_use javadoc '--to takes a value' ;;
        *) refuse_use javadoc 'javadoc takes --to DIR' ;;
    esac
    to=$(absolute "$2")
    shift 2
    [ ! -e "$to" ] || refuse_use javadoc "$to is there already"
    require_jdk_and_maven
    lock
    log=$state/javadoc.log
    say "writing the documentation (some minutes)"
    snippets=$(printf ':%s' "$root"/ropewalk-*/src/test/java)
    if ! run_maven --no-transfer-progress -pl "$not_for_users,!ropewalk-testing,!ropewalk-bom,!ropewalk-pekko,!ropewalk-cluster-pekko,!ropewalk-spring-boot-starter" javadoc:aggregate \
        -Dmaven.test.skip=true -Dspotless.check.skip=true "-Dsnippets.path=${snippets#:}" "$@" >"$log" 2>&1; then
        tail -n 40 "$log" >&2
        say "javadoc failed; all of its output is in $log"
        exit 1
    fi
    mkdir -p "$to" && cp -R "$root/target/reports/apidocs/." "$to" || exit 1
    say "the documentation of version $(version_of_checkout) is in $to/index.html"
}
