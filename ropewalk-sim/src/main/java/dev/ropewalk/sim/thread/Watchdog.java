package dev.ropewalk.sim.thread;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Looks by real time whether worlds go on. Used by the thread that has started them: the simulation must never hang a build. If that
 * thread is interrupted, or the time of the halt is up, all worlds are to end at their next steps.
 *
 * <p>What counts is time in which this looks. If a look comes late, the whole process stood still: it was stopped, or the machine
 * slept, or a debugger holds all threads. If the JVM was started to be debugged, any world may stand still for any time.
 *
 * @param nanos how long a world may go without a step, in nanoseconds of real time
 * @param halt ends the worlds
 */
public record Watchdog(long nanos, Halt halt) {
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** How long a world may go without a step after an interrupt, which its thread is to end soon. */
    private static final long INTERRUPTED_NANOS = TimeUnit.SECONDS.toNanos(1);

    /** What the thread that runs the world's code is doing. */
    interface Sight {
        /** Returns whether the world still runs. */
        boolean isRunning();

        /** Returns a number that changes when the world goes on. */
        long progress();

        /** Returns the thread whose code runs, if any. */
        @Nullable
        Thread runner();

        /** Lets code go on that can't by itself. Called at each look that sees no progress. */
        default void nudge() {}

        /** Returns how the world has failed, if it has, and only its threads are left to end. */
        default @Nullable WorldFailure failure() {
            return null;
        }

        /** Returns whether the world waits for other worlds, and may do so for any time. */
        default boolean isWaiting() {
            return false;
        }

        /** Returns whether that thread waits for something that can't happen before it goes on. */
        boolean isLost(Thread runner);
    }

    /**
     * Waits until the world stops.
     *
     * @throws StuckException if it doesn't go on
     */
    void await(Sight sight) {
        awaitAll(List.of(sight), (_, stuck) -> {
            throw stuck;
        });
    }

    /** Waits until all worlds stop, but for those that don't go on and are given up. */
    <S extends Sight> void awaitAll(Collection<S> sights, BiPredicate<S, StuckException> givesUp) {
        List<Watch<S>> watches = new ArrayList<>();
        sights.forEach(sight -> watches.add(new Watch<>(sight)));
        boolean interrupted = false;
        try {
            watches.removeIf(watch -> !watch.sight.isRunning());
            while (!watches.isEmpty()) {
                LockSupport.parkNanos(this, LOOK_NANOS);
                if (Thread.interrupted()) {
                    interrupted = true;
                    halt.interrupt();
                }
                halt.look();
                watches.removeIf(watch -> !watch.look(givesUp));
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** What was seen of one world. */
    private final class Watch<S extends Sight> {
        private final S sight;
        private long steps;
        private long lastLook = System.nanoTime();
        private long waited;
        private int lost;

        Watch(S sight) {
            this.sight = sight;
            this.steps = sight.progress();
        }

        /** Looks once; returns whether to look again. */
        boolean look(BiPredicate<S, StuckException> givesUp) {
            long now = System.nanoTime();
            waited += Math.min(now - lastLook, 2 * LOOK_NANOS);
            lastLook = now;
            Thread runner = sight.runner();
            if (!sight.isRunning()) {
                return false;
            }
            if (steps != sight.progress() || sight.isWaiting()) {
                begin();
                return true;
            }
            sight.nudge();
            String what = null;
            if (runner != null && sight.isLost(runner) && ++lost > 2) {
                what = "waits in code that the simulation can't stop; run with"
                        + " --add-opens=java.base/java.lang=ALL-UNNAMED, or wait through the scheduler";
            } else if (waited > mostNanos()) {
                what = "has taken no step for " + TimeUnit.NANOSECONDS.toMillis(mostNanos()) + " ms";
            }
            if (what == null) {
                return true;
            }
            if (givesUp.test(sight, stuck(runner, what, sight.failure()))) {
                return false;
            }
            begin();
            return true;
        }

        private void begin() {
            steps = sight.progress();
            waited = 0;
            lost = 0;
        }
    }

    private long mostNanos() {
        if (halt.isInterrupted()) {
            return Math.min(nanos, INTERRUPTED_NANOS);
        }
        return Debugger.isExpected() ? Long.MAX_VALUE : nanos;
    }

    private static StuckException stuck(@Nullable Thread runner, String what, @Nullable WorldFailure failure) {
        String who = runner == null ? "the simulation " : "thread " + runner.getName() + " ";
        StackTraceElement[] stack = runner == null ? new StackTraceElement[0] : runner.getStackTrace();
        return failure == null
                ? new StuckException(who + what, stack, null)
                : new StuckException(
                        who + what + " since the run has ended, which had failed before: " + failure.message(),
                        stack,
                        failure.cause());
    }
}
