package dev.ropewalk.sim.engine;

import dev.ropewalk.base.Durations;
import dev.ropewalk.scheduler.Abandonable;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A timer of a world that hasn't come to its end. */
interface ArmedTimer extends Abandonable {
    /** Returns when it is due next, in nanoseconds of virtual time. */
    long due();

    /** Returns how long it waits from one time to the next, in nanoseconds; 0 if it is due once. */
    long periodNanos();

    /** Returns where it was armed, if the steps of the run are taken down. */
    @Nullable
    Throwable origin();

    /** Returns whether a moment comes at all: what was given the longest delay only waits for its scheduler's end. */
    static boolean comes(long due) {
        return due < Durations.MAX_DELAY_NANOS;
    }

    /** Describes those that are due some time. */
    static List<String> describe(Collection<ArmedTimer> timers) {
        return timers.stream()
                .filter(timer -> comes(timer.due()))
                .map(ArmedTimer::describe)
                .toList();
    }

    private static String describe(ArmedTimer timer) {
        var text = new StringBuilder(timer.toString());
        text.append(", due at ").append(Duration.ofNanos(timer.due())).append(" of virtual time");
        if (timer.periodNanos() > 0) {
            text.append(" and every ")
                    .append(Duration.ofNanos(timer.periodNanos()))
                    .append(" from then on");
        }
        Throwable origin = timer.origin();
        if (origin != null) {
            text.append(UserFrames.INDENT).append(origin.getMessage());
            UserFrames.append(text, UserFrames.in(origin.getStackTrace()));
        }
        return text.toString();
    }
}
