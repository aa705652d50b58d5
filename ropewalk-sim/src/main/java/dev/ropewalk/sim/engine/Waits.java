package dev.ropewalk.sim.engine;

import dev.ropewalk.sim.time.Event;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * What waits until a condition holds, which is looked at before each step: threads of a world, and the caller that lets the world
 * run. A thread may also wait until the world is at rest.
 */
final class Waits {
    private final WorldHost host;
    private final List<ConditionWait> waits = new ArrayList<>();
    private @Nullable ConditionWait resting;
    private @Nullable BooleanSupplier stop;
    private boolean looking;

    Waits(WorldHost host) {
        this.host = host;
    }

    private final class ConditionWait {
        private final Thread thread = Thread.currentThread();
        private final String what;
        private final BooleanSupplier condition;
        private boolean met;

        ConditionWait(String what, BooleanSupplier condition) {
            this.what = what;
            this.condition = condition;
        }

        boolean wakeIfMet() {
            if (condition.getAsBoolean()) {
                wake();
            }
            return met;
        }

        void wake() {
            met = true;
            host.unpark(thread);
        }

        @Override
        public String toString() {
            return what;
        }
    }

    /** Lets the world stop when a condition holds, or only by itself. */
    void stopWhen(@Nullable BooleanSupplier condition) {
        stop = condition;
    }

    /** Wakes the threads whose condition holds; returns whether the world is to stop. If a condition fails, the world has failed. */
    boolean wakeMetOrStop() {
        if (waits.isEmpty() && stop == null) {
            return false;
        }
        looking = true;
        try {
            waits.removeIf(ConditionWait::wakeIfMet);
            return stop != null && stop.getAsBoolean();
        } catch (Throwable thrown) {
            host.end(Ending.failed(thrown));
            return true;
        } finally {
            looking = false;
        }
    }

    /** Returns whether the calling code is a condition, which takes no steps. */
    boolean areLooking() {
        return looking;
    }

    /** Wakes the thread that waits for the world to be at rest; returns whether there was one. */
    boolean wakeResting() {
        ConditionWait waiting = resting;
        resting = null;
        if (waiting != null) {
            waiting.wake();
        }
        return waiting != null;
    }

    /** Lets the calling party wait until a condition holds. */
    void await(String what, BooleanSupplier condition) {
        var wait = new ConditionWait(what, condition);
        waits.add(wait);
        awaitWoken(wait);
    }

    /** Lets the calling party wait until nothing can happen any more. */
    void awaitRest() {
        var wait = new ConditionWait("nothing can happen any more", () -> false);
        resting = wait;
        awaitWoken(wait);
    }

    private void awaitWoken(ConditionWait wait) {
        boolean interrupted = false;
        while (!wait.met) {
            host.park(wait);
            interrupted |= Thread.interrupted();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Lets the calling party wait until a condition holds, for some time at most; returns whether it holds. */
    boolean await(String what, BooleanSupplier condition, long nanos) throws InterruptedException {
        var wait = new ConditionWait(what, condition);
        Event alarm = host.at(host.later(nanos), () -> host.unpark(wait.thread));
        waits.add(wait);
        try {
            while (!condition.getAsBoolean() && alarm.isWaiting()) {
                if (Thread.interrupted()) {
                    throw new InterruptedException("interrupted while waiting for " + what);
                }
                host.parkUntil(wait, alarm.due());
            }
        } finally {
            waits.remove(wait);
            alarm.cancel();
        }
        return condition.getAsBoolean();
    }
}
