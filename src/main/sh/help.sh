# Explains commands. Read by bin/ropewalk.
# shellcheck shell=sh disable=SC2154

# Shows the help of a command and ends: help_on [COMMAND [SUBCOMMAND]...]
help_on() {
    case ${1-} in
        lab | cpu | journal | simulate | console | attach | generate-completion) run_lab "$@" --help ;;
        cluster)
            shift
            run_cluster "$@" --help
            ;;
        test) help_on_test ;;
        bench) help_on_bench ;;
        install) install_usage ;;
        release) release_usage ;;
        javadoc) javadoc_usage ;;
        docs) docs_usage ;;
        doctor) printf '%s\n' 'Usage: bin/ropewalk doctor' '' \
            'Shows which JDK and Maven are used, or what is missing and how to install it.' ;;
        help) printf '%s\n' 'Usage: bin/ropewalk help [COMMAND [SUBCOMMAND]...]' '' \
            'Shows all commands, or explains one.' ;;
        '') usage ;;
        *)
            say "unknown command: $1"
            usage >&2
            exit 2
            ;;
    esac
    exit 0
}

help_on_test() {
    printf '%s' 'Usage: bin/ropewalk test [MAVEN ARGUMENT]...

Runs the tests of the launcher, and then those of all modules by "mvn verify". Arguments go to Maven:

  -pl ropewalk-actor -am             only a module and those that it is built on
  -Dtest=MailboxTest -pl ... -am     only some of its tests
         -Dsurefire.failIfNoSpecifiedTests=false

'
    deep_usage
}

help_on_bench() {
    printf '%s\n' 'Usage: bin/ropewalk bench [JMH ARGUMENT]...' '' \
        'Runs microbenchmarks. Arguments go to JMH: a regular expression chooses benchmarks by name,' \
        '"-l" lists them, "-h" explains all options.'
}
