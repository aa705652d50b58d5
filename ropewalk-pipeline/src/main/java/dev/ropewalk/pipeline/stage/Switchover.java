package dev.ropewalk.pipeline.stage;

import dev.ropewalk.base.VarHandles;
import dev.ropewalk.pipeline.sequence.Sequence;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

/**
 * The way of a stage's shards from one assignment of buckets to the next, without a shard ever waiting inside a step.
 *
 * <p>Each shard makes three steps, each between two batches: it <em>arrives</em>, says before which event it stands, and stays
 * there; it <em>comes to the boundary</em>; it <em>switches</em>. When all have arrived, the boundary is the furthest of the
 * events before which they stand. Each goes on up to it with the old assignment, and stops there. When all have come to it, the
 * last one hands the state of the keys that move over; then each switches and goes on with the new assignment.
 *
 * <p>Why events of a key stay in order, and each is handled once. A shard has gone no further than the boundary before it
 * switches: it arrived before it or at it, stood still until it was known, and stops there. So every shard handles the events
 * before the boundary by the old assignment and the others by the new one, and each event is one shard's. A shard that switches
 * has seen that all have made the second step, and each made it after its last event before the boundary: so those happen-before
 * all events behind the boundary, whichever shard's they are.
 *
 * <p>Why the hand-over has all handlers for itself. The shard that makes it has counted the last of the second steps, and so has
 * seen what all have done before theirs. The others make no step, and handle no event, until they see its end counted.
 *
 * <p>Why no shard waits for ever. The shard that arrived furthest has handled all events before the boundary: they are ready for
 * the others, too, which need no producer and no other stage to come to it. A shard is kept from its next step only by others
 * that handle a batch, and the shard that makes the last of the steps for which others wait is told so, and wakes them. If a
 * handler retries for long, the others wait for it at the boundary, as they would wait a lap later.
 *
 * <p>The steps are counted by one atomic number. No shard makes the second step before all have made the first, nor the third
 * before all have made the second and the hand-over, which counts as one more, is over; so the number tells how far all have
 * come. A shard's own place is read and written by that shard alone, but for the positions, which the last shard to arrive reads
 * after it has counted.
 */
final class Switchover {
    private static final VarHandle STEPS = VarHandles.of(MethodHandles.lookup(), "steps", int.class);

    private static final int LAST_STEP = 3;
    private static final long UNKNOWN = -1;

    /** The assignment that is switched to: a shard for each bucket. */
    final int[] owners;

    private final int shards;
    private final int[] made;
    private final long[] positions;

    /** The first event of the new assignment. */
    private volatile long boundary = UNKNOWN;

    @SuppressWarnings("UnusedVariable") // accessed through STEPS
    private int steps;

    Switchover(int[] owners, int shards) {
        this.owners = owners;
        this.shards = shards;
        made = new int[shards];
        positions = new long[shards];
    }

    /** Returns whether a shard that stands before an event can make its next step. */
    boolean canStep(int shard, long next) {
        return switch (made[shard]) {
            case 0 -> true;
            case 1 -> next == boundary;
            case 2 -> (int) STEPS.getAcquire(this) > 2 * shards;
            default -> false;
        };
    }

    /** Returns whether a shard's next step is the switch: the new assignment is to be in use when it is made. */
    boolean isSwitch(int shard) {
        return made[shard] == LAST_STEP - 1;
    }

    /**
     * Makes the next step of a shard that can; returns whether all have made it now, so that others may have to be told. If it was
     * the second, the caller hands over before it tells them.
     */
    boolean step(int shard, long next) {
        positions[shard] = next;
        int step = ++made[shard];
        int handOver = step == LAST_STEP ? 1 : 0;
        if ((int) STEPS.getAndAdd(this, 1) + 1 != step * shards + handOver) {
            return false;
        }
        if (step == 1) {
            fixBoundary();
        }
        return true;
    }

    /**
     * Returns whether all shards have come to the boundary, and the hand-over isn't over: to be asked by the shard that came
     * last.
     */
    boolean mustHandOver() {
        return (int) STEPS.getAcquire(this) == 2 * shards;
    }

    /** Lets all shards switch. */
    void handedOver() {
        int ignored = (int) STEPS.getAndAdd(this, 1);
    }

    private void fixBoundary() {
        long furthest = positions[0];
        for (long position : positions) {
            furthest = Math.max(furthest, position);
        }
        boundary = furthest;
    }

    /** Returns the last event to which a shard may go before its next step; one that it has passed if it must stay. */
    long limit(int shard) {
        return switch (made[shard]) {
            case 1 -> boundary - 1;
            case LAST_STEP -> Sequence.NOWHERE;
            default -> UNKNOWN;
        };
    }

    /** Returns whether all shards have switched. */
    boolean isOver() {
        return (int) STEPS.getAcquire(this) == LAST_STEP * shards + 1;
    }
}
