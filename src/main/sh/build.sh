# Builds a module when its sources are newer than its last build. Read by bin/ropewalk.
#
# In $state: MODULE.built, whose time is when that build started and whose text names the folder beside it that holds the
# jars. Each build gets a folder of its own, so that a rebuild never changes the jars under a running JVM; a folder that
# no live process uses is removed by a later build.
# shellcheck shell=sh disable=SC2154
lock_file=$state/lock
child=
ticker=
locked=

# Where there is /proc it also knows zombies, which are dead, and processes of other users, which are not.
alive() {
    if [ -d /proc/self ]; then
        { read -r facts <"/proc/$1/stat"; } 2>/dev/null || return 1
        case $facts in
            *') Z '*) return 1 ;;
        esac
    else
        kill -0 "$1" 2>/dev/null
    fi
}

stop_ticker() {
    [ -n "$ticker" ] || return 0
    kill "$ticker" 2>/dev/null
    wait "$ticker" 2>/dev/null
    ticker=
    printf '\r\033[K' >&2
}

unlock() {
    [ -n "$locked" ] || return 0
    rm -f "$lock_file"
    locked=
}

clean_up() {
    [ -z "$child" ] || kill "$child" 2>/dev/null
    stop_ticker
    unlock
}

# One build at a time in this checkout. A symbolic link is made atomically and tells the holder's process id.
lock() {
    mkdir -p "$state" || exit 1
    trap clean_up EXIT
    trap 'exit 129' HUP
    trap 'exit 130' INT
    trap 'exit 143' TERM
    failures=0 waited=
    until ln -s "$$" "$lock_file" 2>/dev/null; do
        holder=$(readlink "$lock_file")
        if [ -z "$holder" ]; then
            failures=$((failures + 1))
            if [ "$failures" -gt 100 ]; then
                say "cannot lock $lock_file"
                exit 1
            fi
        elif alive "$holder"; then
            [ -n "$waited" ] || say "waiting for process $holder, which builds here (its lock: $lock_file)"
            waited=yes
            sleep 1
        else
            break_lock "$holder"
        fi
    done
    locked=yes
}

# Removes the lock of a dead process. Renaming decides between several who try, and shows whose lock was taken away:
# should it be that of a live one, which came in between, it is put back.
break_lock() {
    mv "$lock_file" "$lock_file.$$" 2>/dev/null || return 0
    taken=$(readlink "$lock_file.$$")
    [ "$taken" = "$1" ] || ln -s "$taken" "$lock_file" 2>/dev/null
    rm -f "$lock_file.$$"
}

# Maven runs in the root, with the JDK found. In the background, so that a signal to this shell ends it too. A shell has
# interrupts ignored there, and only another program can undo that, such as env of GNU. So Ctrl-C reaches all tests.
run_maven() {
    interruptible=
    ! env --default-signal=INT,QUIT sh -c : 2>/dev/null || interruptible='env --default-signal=INT,QUIT'
    # shellcheck disable=SC2086
    (cd "$root" && JAVA_HOME=$jdk && export JAVA_HOME && exec $interruptible "$maven" -B "$@") </dev/null &
    child=$!
    wait "$child"
    status=$?
    child=
    return "$status"
}

# Tells whether a module's last build is as new as its sources; $app is then the folder with its jars.
is_fresh() {
    [ -r "$state/$1.built" ] && read -r name <"$state/$1.built" || return 1
    app=$state/$name
    [ -d "$app" ] || return 1
    module=$1
    set -- "$root/pom.xml" "$root/.mvn"
    for folder in "$root"/ropewalk-*; do
        case ${folder##*/} in
            "$module") ;;
            ropewalk-lab | ropewalk-bench | ropewalk-stress) continue ;; # nothing is built on these
        esac
        set -- "$@" "$folder/pom.xml" "$folder/src/main"
    done
    # The lab runs the catalogue of planted bugs.
    catalogue=$root/ropewalk-sim/src/test/java/dev/ropewalk/sim/catalogue
    [ ! -d "$catalogue" ] || set -- "$@" "$catalogue"
    [ -z "$(find "$@" -newer "$state/$module.built" 2>/dev/null | head -n 1)" ]
}

# Copies the jars of a finished build to a folder of their own.
publish() {
    if [ ! -d "$root/$1/target/app" ]; then
        say "the build of $1 left no jars in $root/$1/target/app"
        exit 1
    fi
    previous=
    [ ! -r "$state/$1.built" ] || read -r previous <"$state/$1.built"
    rm -rf "${state:?}/$1.$$"
    cp -R "$root/$1/target/app" "$state/$1.$$" || exit 1
    printf '%s\n' "$1.$$" >"$state/$1.built.new"
    touch -r "$state/started" "$state/$1.built.new"
    mv -f "$state/$1.built.new" "$state/$1.built"
    app=$state/$1.$$
    for old in "$state/$1".[0-9]*; do
        # The previous one may have been chosen just now by a launcher that has not marked it yet.
        [ "$old" = "$app" ] || [ "$old" = "$state/$previous" ] || is_used "$old" || rm -rf "$old" 2>/dev/null
    done
}

is_used() {
    for mark in "$1"/used-by.*; do
        if [ -e "$mark" ] && alive "${mark##*.}"; then return 0; fi
    done
    return 1
}

mark_used() {
    for mark in "$app"/used-by.*; do
        if [ -e "$mark" ] && ! alive "${mark##*.}"; then rm -f "$mark" 2>/dev/null; fi # another user's stays
    done
    { true >"$app/used-by.$$"; } 2>/dev/null
}

show_progress() {
    [ -t 2 ] || return 0
    (
        seconds=0
        while alive "$$"; do
            printf '\rropewalk: building %s ... %d s ' "$1" "$seconds" >&2
            sleep 1
            seconds=$((seconds + 1))
        done
    ) &
    ticker=$!
}

build() {
    log=$state/build.log
    [ -r "$state/$1.built" ] && often='' || often=' (a minute or two, once)'
    say "building $1$often"
    show_progress "$1"
    touch "$state/started"
    rm -rf "${root:?}/$1/target/app"
    run_maven --no-transfer-progress -pl "$1" -am package -Dmaven.test.skip=true -Dspotless.check.skip=true >"$log" 2>&1
    status=$?
    stop_ticker
    if [ "$status" -ne 0 ]; then
        tail -n 40 "$log" >&2
        say "the build of $1 failed; all of its output is in $log"
        exit 1
    fi
    publish "$1"
}

ensure_built() {
    if ! is_fresh "$1"; then
        require_jdk_and_maven
        lock
        is_fresh "$1" || build "$1"
        unlock
    fi
    mark_used
}
