package dev.ropewalk.scheduler;

import org.jspecify.annotations.Nullable;

/**
 * What a thread could not finish because its stack or the heap had come to its end, left here for a thread that can.
 *
 * <p>A submission consists of steps. The first that others can see is the exchange by which a strand stops being idle, the
 * last is the call that wakes a worker, and at each call in between a {@link StackOverflowError} or an {@link
 * OutOfMemoryError} may come. A strand that is neither idle nor queued would be dead for ever; a search permit that nobody holds would
 * keep all thieves asleep; a worker that counts as awake but was never unparked would sleep for ever.
 *
 * <p>The rules by which nothing is lost:
 * <ul>
 *   <li>To queue something either happens or throws: its last call is the one that publishes.
 *   <li>Whoever fails before that leaves the node here, and the submission counts as accepted.
 *   <li>Whoever fails after that, on the way to wake somebody, sets {@code any}. Then all workers are woken.
 * </ul>
 *
 * <p>A thread that fails has no stack left, so it must leave its note without a single call: it assigns the fields
 * in a {@code synchronized} block, which needs no frame. Hence the fields are open and the lock is a monitor. No thread
 * waits for anything while it holds the lock, and no code of users runs.
 *
 * <p>{@link Dispatch#recover} finishes what is here. Workers call it when they look at the clock and before they park, and the
 * monitor whenever it watches, once a second at least: they stand near the bottom of their stacks. {@code any} is the
 * only field that is read without the lock. It is set after what it tells of and cleared before that is seen to, so that none is
 * missed.
 */
final class Mishaps {
    volatile boolean any;

    /** Strands that have tasks, and tasks, which are in no queue; linked by {@link QueueNode#next}. */
    @Nullable
    QueueNode nodes;

    /** Virtual threads that can go on and may be in no queue, linked by {@code nextLost}. */
    @Nullable
    CarriedThread threads;

    /** How many search permits nobody holds. */
    int permits;
}
