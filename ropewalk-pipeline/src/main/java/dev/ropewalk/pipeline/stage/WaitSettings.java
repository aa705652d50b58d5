package dev.ropewalk.pipeline.stage;

import dev.ropewalk.cpu.IdleStrategy;
import dev.ropewalk.scheduler.step.Steps;
import java.util.Objects;
import java.util.function.Supplier;

/**
 * How a stage waits for events, or a producer for room, as a strategy of the API describes it.
 *
 * @param kind how the thread waits, or that there is none
 * @param maxSpins how often a thread that parks spins before
 * @param idleStrategies makes what a thread that polls waits with
 */
public record WaitSettings(Kind kind, int maxSpins, Supplier<IdleStrategy> idleStrategies) {
    /** How the thread of a stage waits, or that it has none. */
    public enum Kind {
        /** It looks again and again. */
        POLLING,
        /** It parks until it is woken. */
        PARKING,
        /** There is none: the stage is a strand. */
        STRAND,
        /** There is none: the threads of the stages before handle its events. */
        INLINE
    }

    /** Returns whether a thread of its own waits so. */
    public boolean hasThread() {
        return kind == Kind.POLLING || kind == Kind.PARKING;
    }

    /** Returns whether the thread parks until it is woken. */
    public boolean parks() {
        return kind == Kind.PARKING;
    }

    /**
     * Returns these settings, or in a simulation those of a thread that looks once more and then parks. There it is useless to
     * poll: nothing changes unless this thread lets others go on.
     */
    public WaitSettings orSimulated() {
        return !hasThread() || Steps.simulatedScheduler() == null
                ? this
                : new WaitSettings(Kind.PARKING, 1, idleStrategies);
    }

    /**
     * Returns what a polling thread waits with.
     *
     * @param lookedAt what it looks at again and again
     */
    public IdleStrategy newIdleStrategy(Object lookedAt) {
        if (Steps.simulatedScheduler() != null) {
            return new SimulatedIdle(lookedAt);
        }
        return Objects.requireNonNull(idleStrategies.get(), "the supplier of idle strategies returned null");
    }
}
