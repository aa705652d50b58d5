# Tests of when and how the launcher builds.
# shellcheck shell=sh disable=SC2154

should_build_on_first_use_and_say_so() {
    equip
    ropewalk lab
    expect_status 0
    expect err 'building ropewalk-lab (a minute or two, once)'
    expect_no out 'mvn of'
    expect_no err 'mvn of'
    expect mvn-calls '-pl ropewalk-lab -am package'
}

should_run_maven_in_the_root_with_the_jdk_found() {
    equip
    ropewalk lab
    expect mvn-calls "$box/sys/usr/lib/jvm/jdk-25|$repo|"
}

should_not_build_again_without_a_change() {
    equip
    ropewalk lab
    ropewalk lab
    expect_builds 1
    expect_no err building
    expect out 'java of'
}

should_build_again_after_a_change() {
    equip
    ropewalk lab
    builds=1
    for file in pom.xml .mvn/jvm.config ropewalk-cpu/pom.xml ropewalk-cpu/src/main/java/A.java \
        ropewalk-lab/src/main/resources/a.txt; do
        touch -t 203801010000 "$repo/$file"
        ropewalk lab
        expect err 'building ropewalk-lab'
        expect_no err 'once'
        builds=$((builds + 1))
        expect_builds "$builds"
        touch -t 200001010000 "$repo/$file"
    done
}

should_build_again_after_a_file_is_removed() {
    equip
    ropewalk lab
    rm "$repo/ropewalk-cpu/src/main/java/A.java"
    touch -t 203801010000 "$repo/ropewalk-cpu/src/main/java"
    ropewalk lab
    expect mvn-calls package
    expect_builds 2
}

should_not_build_for_what_the_lab_does_not_need() {
    equip
    ropewalk lab
    touch -t 203801010000 "$repo/ropewalk-bench/src/main/java/A.java" "$repo/ropewalk-lab/src/test/java" "$repo/README.md"
    ropewalk lab
    expect_builds 1
}

should_show_the_end_of_the_log_if_the_build_fails() {
    equip
    touch "$box/mvn-fails"
    ropewalk lab
    expect_status 1
    expect err 'a wrong line'
    expect err "$repo/target/ropewalk/build.log"
    rm "$box/mvn-fails"
    ropewalk lab
    expect_status 0
    expect_builds 2
}

should_say_so_if_a_build_leaves_no_jars() {
    equip
    echo 'exit 0' >"$box/sys/usr/share/maven/bin/mvn"
    for command in lab test; do
        ropewalk "$command"
        expect_status 1
        expect err "left no jars in $repo/ropewalk-lab/target/app"
    done
}

should_build_once_if_two_start_at_once() {
    equip
    touch "$box/mvn-waits"
    in_box "$repo/bin/ropewalk" lab >"$box/first" 2>&1 &
    first=$!
    await test -s "$box/mvn-calls"
    in_box "$repo/bin/ropewalk" lab >"$box/second" 2>&1 &
    second=$!
    await grep -q 'waiting for process' "$box/second"
    rm "$box/mvn-waits"
    wait "$first"
    wait "$second"
    expect first 'java of'
    expect second 'java of'
    expect_builds 1
}

should_take_over_the_lock_of_a_dead_process() {
    equip
    sh -c 'exit 0' &
    dead=$!
    wait "$dead"
    mkdir -p "$repo/target/ropewalk"
    ln -s "$dead" "$repo/target/ropewalk/lock"
    ropewalk lab
    expect_status 0
    [ ! -L "$repo/target/ropewalk/lock" ] || fail 'the lock is still there'
}

should_leave_the_jars_of_a_running_jvm_alone() {
    equip
    echo old >"$repo/ropewalk-cpu/src/main/java/A.java"
    touch "$box/java-waits"
    in_box "$repo/bin/ropewalk" lab >"$box/first" 2>&1 &
    await grep -q 'java of' "$box/first"
    jars=$(sed -n 's|^<\(.*\)/\*>$|\1|p' "$box/first")
    for content in new newer newest; do
        echo "$content" >"$repo/ropewalk-cpu/src/main/java/A.java"
        touch -t 203801010000 "$repo/ropewalk-cpu/src/main/java/A.java"
        in_box "$repo/bin/ropewalk" generate-completion >"$box/out" 2>"$box/err" &
        await grep -q 'java of' "$box/out"
    done
    [ "$(cat "$jars/a.jar")" = old ] || fail "the jars in $jars have changed"
    rm "$box/java-waits"
    wait
    ropewalk lab
    [ ! -e "$jars" ] || fail "the unused jars in $jars are still there"
}

should_end_maven_and_free_the_lock_when_it_is_ended() {
    equip
    touch "$box/mvn-waits"
    in_box "$repo/bin/ropewalk" lab >"$box/out" 2>"$box/err" &
    launcher=$!
    await test -s "$box/mvn-calls"
    kill "$(readlink "$repo/target/ropewalk/lock")"
    wait "$launcher" && fail 'a launcher that was ended reports success'
    await test -e "$box/mvn-ended"
    [ ! -L "$repo/target/ropewalk/lock" ] || fail 'the lock is still there'
}

should_let_maven_and_what_it_starts_be_interrupted() {
    env --default-signal=INT true 2>/dev/null || return 0 # only this env can undo what the shell does
    equip
    touch "$box/mvn-waits"
    in_box "$repo/bin/ropewalk" test >"$box/out" 2>"$box/err" &
    launcher=$!
    await test -s "$box/mvn-calls"
    kill -INT "$(cat "$box/mvn-process")"
    wait "$launcher" && status=0 || status=$?
    expect_status 1
}

should_tell_that_it_was_interrupted_together_with_maven() {
    env --default-signal=INT true 2>/dev/null || return 0
    equip
    touch "$box/mvn-waits"
    in_box env --default-signal=INT "$repo/bin/ropewalk" test >"$box/out" 2>"$box/err" &
    launcher=$!
    await test -s "$box/mvn-calls"
    kill -INT "$(readlink "$repo/target/ropewalk/lock")" "$(cat "$box/mvn-process")"
    wait "$launcher" && status=0 || status=$?
    expect_status 130
    [ ! -L "$repo/target/ropewalk/lock" ] || fail 'the lock is still there'
}
