# Tests of the launcher's commands and of where it may be called from.
# shellcheck shell=sh disable=SC2154

should_pass_arguments_on_unchanged() {
    equip
    ropewalk lab run 'two words' '' '*' --param 'k=\v'
    expect_status 0
    expect out "$(printf '<dev.ropewalk.lab.LabCommand>\n<lab>\n<run>\n<two words>\n<>\n<*>\n<--param>\n<k=%s>' '\v')"
    expect out '<--enable-native-access=ALL-UNNAMED>'
    expect out '<--add-opens=java.base/java.lang=ALL-UNNAMED>'
    expect out '<--add-opens=java.base/jdk.internal.vm=ALL-UNNAMED>'
    expect out '<--add-opens=java.base/java.util.concurrent.locks=ALL-UNNAMED>'
}

should_keep_the_folder_of_the_user() {
    equip
    mkdir -p "$box/else where"
    cd "$box/else where" || exit 1
    run '../the repo/bin/ropewalk' lab
    expect_status 0
    expect out "java of 25.0.1 in $box/else where"
    expect out '<-Dropewalk.command=../the repo/bin/ropewalk>'
}

should_run_through_links_to_links() {
    equip
    mkdir -p "$box/links" "$box/more links"
    ln -s '../the repo/bin/ropewalk' "$box/links/rope"
    ln -s ../links/rope "$box/more links/rw"
    ln -s 'the repo/bin' "$box/bin"
    cd "$box/more links" || exit 1
    run ./rw lab
    expect_status 0
    expect out 'dev.ropewalk.lab.LabCommand'
    run "$box/bin/ropewalk" lab
    expect_status 0
    ln -s "$box/more links/rw" "$box/path/ropewalk-here"
    run ropewalk-here lab
    expect_status 0
}

should_run_when_the_shell_is_named() {
    equip
    cd "$repo/bin" || exit 1
    run sh ropewalk lab
    expect_status 0
    expect out 'dev.ropewalk.lab.LabCommand'
}

should_end_with_the_exit_code_of_java() {
    equip
    echo 7 >"$box/java-status"
    ropewalk lab
    expect_status 7
}

should_run_tests_with_maven_and_its_arguments() {
    equip
    ropewalk test -Dropewalk.stress=tough '-Dx=a b'
    expect_status 0
    expect out 'launcher tests ran'
    expect out 'mvn of'
    expect mvn-calls '-T 1.5C -Derrorprone.checks=-XepDisableAllChecks verify -Dropewalk.stress=tough -Dx=a b'
}

should_list_the_pieces_of_the_deep_tests() {
    ropewalk test --deep --list
    expect_status 0
    expect out 'journal-kills '
    expect out 'proofs-96 '
    ropewalk test --deep --list 'journal-*'
    expect out 'journal-kills '
    expect_no out 'proofs-96 '
    expect_builds 0
}

should_run_pieces_with_the_callers_knobs_last() {
    equip
    ropewalk test --deep journal-kills -Dropewalk.stress.kills=7 '-Dx=a b' models-others
    expect_status 0
    expect_no out 'launcher tests ran'
    expect mvn-calls '-pl ropewalk-journal -am'
    expect mvn-calls '-Dtest=KillLoopTest -Dropewalk.stress.kills=2000 -Dropewalk.stress.kills=7 -Dx=a b'
    expect mvn-calls '-Dtest=*ModelTest,'
    expect_builds 2
}

should_lint_all_modules_from_scratch_as_the_first_piece() {
    equip
    ropewalk test --deep lint -Dx=y
    expect_status 0
    expect mvn-calls '-T 1.5C -pl !. clean test-compile -Dx=y'
    ropewalk test --deep --again --minutes 17 'lint' 'journal-stops'
    expect err 'deep 1/'
    expect err 'lint: about'
    expect_builds 3
}

should_leave_out_what_has_passed_until_a_source_changes() {
    equip
    ropewalk test --deep 'journal-*'
    expect_status 0
    expect_builds 3
    ropewalk test --deep 'journal-*'
    expect err 'journal-stops: passed before'
    expect_builds 3
    ropewalk test --deep --again journal-stops
    expect_builds 4
    touch "$repo/ropewalk-cpu/src/main/java/A.java"
    ropewalk test --deep journal-stops
    expect_builds 5
}

should_go_on_after_a_piece_that_fails_and_tell_it() {
    equip
    touch "$box/mvn-fails"
    ropewalk test --deep 'journal-*'
    expect_status 1
    expect err 'a wrong line'
    expect err 'failed: journal-damages journal-kills journal-stops'
    expect_builds 3
    rm "$box/mvn-fails"
    ropewalk test --deep 'journal-*'
    expect_status 0
    expect_builds 6
}

should_run_what_fits_into_some_minutes() {
    equip
    ropewalk test --deep --minutes 7 'journal-*'
    expect_status 0
    expect err 'left out this time: journal-damages'
    ropewalk test --deep --minutes 0
    expect err 'left out this time:'
    expect_builds 2
}

should_refuse_wrong_arguments_of_the_deep_tests() {
    equip
    ropewalk test --deep jornal
    expect_status 2
    expect err 'called "jornal"'
    ropewalk test --deep --minutes soon
    expect_status 2
    expect err 'not "soon"'
    ropewalk test --deep --minutes
    expect_status 2
    ropewalk test --deep --fast
    expect_status 2
    expect err 'unknown option of test --deep: --fast'
    expect_builds 0
    ropewalk test --deep --help
    expect_status 0
    expect out 'Usage: bin/ropewalk test --deep'
}

should_fail_if_a_test_fails() {
    equip
    touch "$box/mvn-fails"
    ropewalk test
    expect_status 1
    [ ! -L "$repo/target/ropewalk/lock" ] || fail 'the lock is still there'
    echo 'exit 1' >"$repo/src/test/sh/launcher-test.sh"
    ropewalk test
    expect_status 1
    expect_builds 1
}

should_use_the_build_of_the_tests_for_the_lab() {
    equip
    ropewalk test
    ropewalk lab
    expect_status 0
    expect_builds 1
}

should_run_benchmarks() {
    equip
    ropewalk bench Clock -f 1
    expect_status 0
    expect out "$(printf '<org.openjdk.jmh.Main>\n<Clock>\n<-f>\n<1>')"
    expect mvn-calls '-pl ropewalk-bench'
}

should_show_usage_without_a_build() {
    for command in help --help -h; do
        ropewalk "$command"
        expect_status 0
        expect out 'Usage: bin/ropewalk COMMAND'
    done
    expect_builds 0
}

should_run_the_demonstration_of_clusters_from_its_own_module() {
    equip
    ropewalk cluster demo --nodes 3
    expect_status 0
    expect out "$(printf '<dev.ropewalk.demo.ClusterCommand>\n<demo>\n<--nodes>\n<3>')"
    expect mvn-calls '-pl ropewalk-cluster-demo -am package'
    ropewalk help cluster demo
    expect_status 0
    expect out "$(printf '<dev.ropewalk.demo.ClusterCommand>\n<demo>\n<--help>')"
    expect_builds 1
}

should_ask_the_lab_for_help_on_a_command() {
    equip
    ropewalk help lab run
    expect_status 0
    expect out "$(printf '<lab>\n<run>\n<--help>')"
}

should_show_the_cpus_by_the_lab() {
    equip
    ropewalk cpu jitter --duration 1s
    expect_status 0
    expect out "$(printf '<dev.ropewalk.lab.LabCommand>\n<cpu>\n<jitter>\n<--duration>\n<1s>')"
    expect out '<--enable-native-access=ALL-UNNAMED>'
    ropewalk help cpu jitter
    expect_status 0
    expect out "$(printf '<cpu>\n<jitter>\n<--help>')"
}

should_look_into_journals_by_the_lab() {
    equip
    ropewalk journal dump 'my orders' --limit 3
    expect_status 0
    expect out "$(printf '<dev.ropewalk.lab.LabCommand>\n<journal>\n<dump>\n<my orders>\n<--limit>\n<3>')"
    ropewalk help journal
    expect_status 0
    expect out "$(printf '<journal>\n<--help>')"
}

should_run_simulations_by_the_lab() {
    equip
    ropewalk simulate com.example.BankTest --runs 3
    expect_status 0
    expect out "$(printf '<dev.ropewalk.lab.LabCommand>\n<simulate>\n<com.example.BankTest>\n<--runs>\n<3>')"
    ropewalk help simulate
    expect_status 0
    expect out "$(printf '<simulate>\n<--help>')"
}

should_explain_each_command_without_a_build() {
    for command in test bench docs doctor help; do
        ropewalk help "$command"
        expect_status 0
        expect out "Usage: bin/ropewalk $command"
    done
    for command in test bench docs doctor; do
        ropewalk "$command" --help
        expect_status 0
        expect out "Usage: bin/ropewalk $command"
    done
    ropewalk test --help
    expect out 'Usage: bin/ropewalk test --deep'
    expect_builds 0
}

should_refuse_help_on_an_unknown_command() {
    ropewalk help labb
    expect_status 2
    expect err 'unknown command: labb'
    expect_builds 0
}

should_refuse_an_unknown_command() {
    ropewalk labb
    expect_status 2
    expect err 'unknown command: labb'
    expect err 'Usage: bin/ropewalk COMMAND'
    ropewalk
    expect_status 2
    expect err 'Usage: bin/ropewalk COMMAND'
    expect_builds 0
}

should_install_without_tests_and_what_is_not_for_users() {
    equip
    ropewalk install -Dx=y
    expect_status 0
    expect mvn-calls '-T 1.5C -P release -pl !.,!ropewalk-lab,'
    expect mvn-calls '-Dmaven.test.skip=true'
    expect mvn-calls ' install -Dx=y'
    expect err 'installed version 0.1.0'
}

should_release_to_a_folder() {
    equip
    ropewalk release --to 'a folder' --sign 'me <a@b>' -Dx=y
    expect_status 0
    expect mvn-calls 'clean deploy'
    expect mvn-calls "-DaltDeploymentRepository=release::file:$box/a folder"
    expect mvn-calls '-P sign -Dgpg.keyname=me <a@b> -Dx=y'
    expect out "<$box/a folder>"
    expect out '<20260101000000>'
    expect err 'released version 0.1.0 to'
}

should_never_change_a_release() {
    equip
    mkdir -p "$box/releases/dev/ropewalk/ropewalk-bom/0.1.0"
    ropewalk release --to "$box/releases"
    expect_status 1
    expect err 'holds version 0.1.0 already'
    expect_builds 0
}

should_compare_with_the_newest_earlier_release() {
    equip
    mkdir -p "$box/old/dev/ropewalk/ropewalk-bom"
    echo '    <release>0.0.9</release>' >"$box/old/dev/ropewalk/ropewalk-bom/maven-metadata.xml"
    ropewalk release --to "$box/new" --since old
    expect_status 0
    expect mvn-calls "-Dsince=$box/old -Dsince.version=0.0.9"
}

should_refuse_a_release_that_is_asked_for_wrongly() {
    equip
    for wrong in '' '--to' '--to=x' 'folder' '--since nowhere --to x'; do
        # shellcheck disable=SC2086
        ropewalk release $wrong
        expect_status 2
        expect err 'Usage: bin/ropewalk release --to DIR'
    done
    ropewalk release --to x --since nowhere
    expect err "no release in $box/nowhere"
    expect_builds 0
}

should_say_that_a_release_failed() {
    equip
    touch "$box/mvn-fails"
    ropewalk release --to "$box/new"
    expect_status 1
    expect_no err 'released'
}

should_write_the_documentation_of_all_modules_into_a_folder() {
    equip
    mkdir -p "$repo/target/reports/apidocs"
    echo documentation >"$repo/target/reports/apidocs/index.html"
    ropewalk javadoc --to 'a folder'
    expect_status 0
    expect_builds 1
    expect mvn-calls "-Dsnippets.path=$repo/ropewalk-"
    expect 'a folder/index.html' documentation
    ropewalk javadoc --to 'a folder'
    expect_status 2
    expect err 'is there already'
    ropewalk javadoc
    expect_status 2
    expect err 'javadoc takes --to DIR'
}

should_say_that_a_release_is_not_finished() {
    equip
    echo 1 >"$box/java-status"
    ropewalk release --to "$box/new"
    expect_status 1
    expect err "isn't finished"
}
