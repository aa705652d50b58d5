package dev.ropewalk.actor.cell;

import dev.ropewalk.actor.supervision.ActorLife;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What the scheduler has left over of a system's messages, when it ended first.
 *
 * <p>Between the moment when such a message is taken out of its strand and the one when it is a dead letter, or was sent once
 * more, it stands nowhere: its actor is idle, and nothing waits. {@code Shutdown} would find that all is done. So each is counted here
 * before its strand can be idle, and until it is settled. A thread that sees a strand idle sees the count as well, for the strand
 * becomes idle by an atomic operation after that.
 */
public final class Leftovers {
    private final DeadLetters letters;
    private final AtomicLong unsettled = new AtomicLong();
    private final Set<ActorLife<?>> losers = ConcurrentHashMap.newKeySet();

    /** How many dead letters there were when the end began, or -1. */
    private final AtomicLong lettersBefore = new AtomicLong(-1);

    public Leftovers(DeadLetters letters) {
        this.letters = letters;
    }

    /** Notes that the end has begun, unless it had before. */
    public void begin() {
        lettersBefore.compareAndSet(-1, letters.count());
    }

    /** Counts what will be sent once more. */
    void add() {
        unsettled.incrementAndGet();
    }

    /** Counts what an actor won't handle. */
    void add(ActorLife<?> actor) {
        unsettled.incrementAndGet();
        begin();
        losers.add(actor);
    }

    /** A counted message is a dead letter, or was sent once more. */
    void settle() {
        unsettled.decrementAndGet();
    }

    public boolean areSettled() {
        return unsettled.get() == 0;
    }

    /** Returns whether no actor has lost anything to the scheduler's end. */
    public boolean isNothingLost() {
        return losers.isEmpty();
    }

    public boolean hasLost(ActorLife<?> actor) {
        return losers.contains(actor);
    }

    /** Returns how many messages have become dead letters since the end began. */
    public long letters() {
        return letters.count() - lettersBefore.get();
    }
}
