# The deep tests: what "test" runs a sample of, in whole. Read by bin/ropewalk.
# shellcheck shell=sh

list_deep_tests() {
    printf '%s' 'Deep tests, by "bin/ropewalk test --deep NAME [MAVEN ARGUMENT]...":

  journal   every damage of small journals before everyone who may meet it, 2000 killed writers,
            200 stops of the machine
'
}

run_deep_test() {
    if [ $# -eq 0 ]; then
        list_deep_tests
        return 0
    fi
    name=$1
    shift
    case $name in
        journal)
            # Last, so that the caller's knobs come after these and win.
            set -- -pl ropewalk-journal -am '-Dtest=DamageMatrixTest,KillLoopTest,MachineStopTest' \
                -Dropewalk.stress.damages=1000000 -Dropewalk.stress.kills=2000 -Dropewalk.stress.stops=200 "$@"
            ;;
        *)
            say "no deep test is called \"$name\""
            list_deep_tests >&2
            exit 2
            ;;
    esac
    require_jdk_and_maven
    lock
    run_maven verify -Dsurefire.failIfNoSpecifiedTests=false "$@" || exit 1
}
