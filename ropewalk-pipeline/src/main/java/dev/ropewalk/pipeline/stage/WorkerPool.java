package dev.ropewalk.pipeline.stage;

import dev.ropewalk.pipeline.sequence.Sequence;

/**
 * What the workers of a stage share: up to where events are taken.
 *
 * <p>Why the stages behind never see an event that isn't done. {@code taken} is the last event that a worker has taken; a
 * worker's own sequence is the last before those that it has taken, and {@link Sequence#NOWHERE} while it has none. A worker sets
 * its own before it takes, and the stages behind read {@code taken} first: a stage that sees that an event was taken also sees
 * the worker's sequence that holds it back, until that worker is done with it.
 *
 * <p>A worker whose attempt fails, because another was faster, has held the stages behind back for a moment. One of them may have
 * looked in that moment, after it was told of an advance, and gone to sleep: so a failed attempt must be followed by telling
 * them, like an advance.
 */
final class WorkerPool {
    private final Sequence taken = new Sequence(Sequence.BEFORE_FIRST);

    /** What those behind may not overtake, to be read before the workers' own sequences. */
    Sequence taken() {
        return taken;
    }

    /** Returns the last event that was taken. */
    long last() {
        return taken.getVolatile();
    }

    /**
     * Takes the events after {@code last} for a worker, unless another has taken some of them.
     *
     * @param own the worker's sequence
     * @param last the last event that was taken when the caller looked
     * @param to the last to take
     */
    boolean tryTake(Sequence own, long last, long to) {
        own.setVolatile(last);
        if (taken.compareAndSet(last, to)) {
            return true;
        }
        own.set(Sequence.NOWHERE);
        return false;
    }

    /** Shows those behind that a worker is done with what it has taken. */
    void release(Sequence own) {
        own.set(Sequence.NOWHERE);
    }
}
