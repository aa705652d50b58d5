package dev.ropewalk.cluster.link;

import dev.ropewalk.base.BriefLock;

/**
 * Whose turn it is to touch what belongs to the strand of a link. Mostly that is a task of the strand, and the strand has one at a time. But when the scheduler closes, the link must
 * still be ended: then the thread that ends it does so, or, if a task has its turn, that task at its end.
 *
 * <p>Why it is ended once, and nobody else is there: the state is guarded by this lock. It ends when somebody asks for the end while no task has its turn, or when a task that has its turn gives it
 * back after somebody has asked. That one is told, and nobody gets a turn any more.
 */
final class Turn extends BriefLock {
    private boolean isTaken;
    private boolean isEndAsked;
    private boolean isOver;

    /** Begins a task; returns false if there is none any more. */
    boolean take() {
        lock();
        try {
            boolean free = mayBegin();
            isTaken |= free;
            return free;
        } finally {
            unlock();
        }
    }

    private boolean mayBegin() {
        return !isOver && !isTaken;
    }

    /** Ends a task; returns true if the caller is to end the link. */
    boolean giveBack() {
        lock();
        isTaken = false;
        isOver = isEndAsked;
        boolean over = isOver;
        unlock();
        return over;
    }

    /** Asks for the end; returns true if the caller is to end the link. */
    boolean takeLast() {
        lock();
        try {
            boolean last = !isTaken && !isOver;
            isEndAsked = true;
            isOver |= last;
            return last;
        } finally {
            unlock();
        }
    }
}
