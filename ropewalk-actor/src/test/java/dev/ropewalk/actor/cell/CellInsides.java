package dev.ropewalk.actor.cell;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.Internals;

/** What tests of other rooms look at in this one. */
public final class CellInsides {
    private CellInsides() {}

    /** Returns how many dead letters a system has had. */
    public static long deadLettersOf(ActorSystem system) {
        return Internals.of(system).deadLetters().count();
    }

    /** Returns whether questions wait for an answer. */
    public static boolean hasPendingAsks(ActorSystem system) {
        return !Internals.of(system).pendingAsks().open.isEmpty();
    }

    /** Returns whether messages wait for room in an actor's mailbox. */
    public static boolean hasWaiters(Cell<?> cell) {
        return cell.hasWaiters();
    }
}
