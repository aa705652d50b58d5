# The deep ladder: what "test" runs a sample of, at full effort, piece by piece. Read by bin/ropewalk.
#
# A piece is one call of Maven. When it has passed, $state/deep gets a file with its name, as old as its start; it counts until a
# source is newer. So a ladder that was interrupted goes on where it was.
# shellcheck shell=sh disable=SC2154

proof_parts=96

# A line a piece: its name, the minutes that it takes on two cores, the module, and Maven's options. No piece is long, so that
# each fits into CI's time for them.
deep_pieces() {
    cat <<'END'
lint 8 all
cluster-chaos 11 ropewalk-cluster-demo -Dtest=ChaosTest -Dropewalk.stress=default -Dropewalk.stress.seconds=600
cluster-histories 12 ropewalk-postgres-example -Dtest=HistoriesTest -Dropewalk.stress=default -Dropewalk.stress.seconds=600
cluster-splits 4 ropewalk-cluster-demo -Dtest=SplitBrainTest -Dropewalk.stress=default
journal-damages 8 ropewalk-journal -Dtest=DamageMatrixTest -Dropewalk.stress.damages=1000000
journal-kills 3 ropewalk-journal -Dtest=KillLoopTest -Dropewalk.stress.kills=2000
journal-stops 1 ropewalk-journal -Dtest=MachineStopTest -Dropewalk.stress.stops=200
models-channels 7 ropewalk-stress -Dtest=**/channel/*ModelTest,**/channel/*HistoriesTest -Dropewalk.stress=default -Dtest.compilers=-XX:+TieredCompilation
models-others 6 ropewalk-stress -Dtest=*ModelTest,*ModelCheckTest,!**/channel/* -Dropewalk.stress=default -Dtest.compilers=-XX:+TieredCompilation
storms-a-to-c 6 ropewalk-stress -Dtest=A*StressTest,B*StressTest,C*StressTest -Dropewalk.stress=default -Dropewalk.stress.seconds=60
storms-d-to-z 4 ropewalk-stress -Dtest=*StressTest,!A*StressTest,!B*StressTest,!C*StressTest -Dropewalk.stress=default -Dropewalk.stress.seconds=60
END
    # The suites of "test", with all of which they take a sample, and with all compilers.
    for suite in cpu:2 scheduler:2 actor:2 channel:2 pipeline:2 flow:2 limit:2 task:2 graph:2 cluster:2 cluster-testkit:12 journal:3 sim:3; do
        minutes=${suite#*:} suite=${suite%:*}
        printf 'suite-%s %d ropewalk-%s -Dtest=dev/ropewalk/%s/**/*Test -Dropewalk.stress=default %s\n' \
            "$suite" "$minutes" "$suite" "$(echo "$suite" | tr - /)" -Dtest.compilers=-XX:+TieredCompilation
    done
    part=1
    while [ "$part" -le "$proof_parts" ]; do
        printf 'proofs-%d 6 ropewalk-stress -Dtest=JcstressTest -Dropewalk.stress=default -Dropewalk.stress.part=%d/%d\n' \
            "$part" "$part" "$proof_parts"
        part=$((part + 1))
    done
}

deep_usage() {
    printf '%s' 'Usage: bin/ropewalk test --deep [OPTION]... [PIECE]... [MAVEN OPTION]...

Runs what "bin/ropewalk test" runs a sample of, in whole: all pieces, or those named. A name may end with "*".
What has passed for these sources before is left out.

  --again       run what has passed before, too
  --list        list the pieces, the minutes that they take on two cores, and which have passed
  --minutes N   run as many pieces as fit into N minutes even if the last takes twice as long as it should,
                other ones for each commit; list the rest

Maven options begin with "-D" and win over those of a piece, such as -Dropewalk.stress.seed=7.
'
}

has_passed() {
    [ -e "$deep_state/$1" ] && [ -z "$(find "$root/pom.xml" "$root"/ropewalk-*/pom.xml "$root"/ropewalk-*/src \
        -newer "$deep_state/$1" 2>/dev/null | head -n 1)" ]
}

# Prints a number that differs from commit to commit by one where the history is known.
turn_of_commit() {
    if [ "$(git -C "$root" rev-parse --is-shallow-repository 2>/dev/null)" = false ]; then
        git -C "$root" rev-list --count HEAD
    else
        git -C "$root" rev-parse HEAD 2>/dev/null | cksum | cut -d ' ' -f 1
    fi
}

# Prints the pieces from another one on for each commit: as far on as about ten pieces took the last commit. A gate comes first in each.
rotated_pieces() {
    deep_pieces | awk -v turn="$(turn_of_commit)" '
        $1 == "lint" { print; next }
        { piece[count++] = $0 }
        END { first = (turn * 3) % count; for (i = 0; i < count; i++) print piece[(first + i) % count] }'
}

is_wanted() {
    [ -n "$wanted" ] || return 0
    set -f # these patterns are names of pieces, not of files
    for pattern in $wanted; do
        # shellcheck disable=SC2254
        case $1 in
            $pattern)
                set +f
                return 0
                ;;
        esac
    done
    set +f
    return 1
}

list_deep_pieces() {
    deep_pieces | while read -r piece minutes _; do
        is_wanted "$piece" || continue
        passed=
        ! has_passed "$piece" || passed='  passed'
        printf '%-22s %3d min%s\n' "$piece" "$minutes" "$passed"
    done
}

check_wanted() {
    set -f
    all_wanted=$wanted
    for pattern in $all_wanted; do
        matches=$(wanted=$pattern && deep_pieces | while read -r piece _; do ! is_wanted "$piece" || echo "$piece"; done)
        if [ -z "$matches" ]; then
            say "no piece of the deep tests is called \"$pattern\"; \"bin/ropewalk test --deep --list\" names them"
            exit 2
        fi
    done
    set +f
}

run_deep_tests() {
    wanted='' again='' list='' minutes_left='' value_of='' count=$#
    # Each argument is taken from the front; Maven's options go to the back, and are all that stays.
    while [ "$count" -gt 0 ]; do
        argument=$1
        shift
        count=$((count - 1))
        if [ -n "$value_of" ]; then
            value_of=''
            case $argument in
                '' | *[!0-9]*)
                    say "--minutes needs a number of minutes, not \"$argument\""
                    exit 2
                    ;;
            esac
            minutes_left=$argument
            continue
        fi
        case $argument in
            --again) again=yes ;;
            --list) list=yes ;;
            --minutes) value_of=minutes ;;
            -h | --help)
                deep_usage
                return 0
                ;;
            -D*) set -- "$@" "$argument" ;;
            -*)
                say "unknown option of test --deep: $argument"
                deep_usage >&2
                exit 2
                ;;
            *) wanted="$wanted $argument" ;;
        esac
    done
    if [ -n "$value_of" ]; then
        say '--minutes needs a number of minutes'
        exit 2
    fi
    check_wanted
    deep_state=$state/deep
    if [ -n "$list" ]; then
        list_deep_pieces
        return 0
    fi
    require_jdk_and_maven
    lock
    mkdir -p "$deep_state"
    if [ -n "$minutes_left" ]; then rotated_pieces; else deep_pieces; fi >"$state/pieces"
    run_pieces "$@" <"$state/pieces"
}

# Runs the piece at hand, with Maven's options behind its own.
run_piece() {
    # What is compiled already isn't checked again. The root's own target has the state.
    if [ "$piece" = lint ]; then
        run_maven -T 1.5C -pl '!.' clean test-compile "$@"
        return
    fi
    # shellcheck disable=SC2086
    run_maven verify -pl "$module" -am -Dsurefire.failIfNoSpecifiedTests=false -Dspotless.check.skip=true $arguments "$@"
}

# Runs the pieces that it reads, with Maven's options behind those of a piece.
run_pieces() {
    started=$(date +%s) failed='' left_out='' number=0
    total=$(wc -l <"$state/pieces" | tr -d ' ')
    while read -r piece minutes module arguments; do
        number=$((number + 1))
        is_wanted "$piece" || continue
        if [ -z "$again" ] && has_passed "$piece"; then
            say "deep $number/$total $piece: passed before"
            continue
        fi
        seconds_gone=$(($(date +%s) - started))
        gone=$((seconds_gone / 60))
        # A slow machine may take twice as long: a piece that would be too late then isn't started.
        if [ -n "$minutes_left" ] && [ $((seconds_gone + 2 * 60 * minutes)) -gt $((60 * minutes_left)) ]; then
            left_out="$left_out $piece"
            continue
        fi
        say "deep $number/$total $piece: about $minutes minutes, after $gone"
        touch "$deep_state/$piece.started"
        set -f # -Dtest=*ModelTest names no file
        if run_piece "$@" >"$deep_state/$piece.log" 2>&1; then
            mv "$deep_state/$piece.started" "$deep_state/$piece"
        else
            tail -n 40 "$deep_state/$piece.log" >&2
            say "deep $piece failed; all of its output is in $deep_state/$piece.log"
            failed="$failed $piece"
        fi
        set +f
    done
    [ -z "$left_out" ] || say "deep: left out this time:$left_out"
    if [ -n "$failed" ]; then
        say "deep: failed:$failed"
        exit 1
    fi
    say "deep: all that ran has passed"
}
