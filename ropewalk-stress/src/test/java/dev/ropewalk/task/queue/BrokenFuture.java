package dev.ropewalk.task.queue;

/** What a task came to, decided by a look and a write, not by one step; and who gets the result looks before it is on the list. */
final class BrokenFuture {
    private volatile int outcome;
    private volatile boolean listed;

    boolean run() {
        boolean begins = outcome == 0;
        settle(1);
        return begins;
    }

    boolean cancel() {
        return settle(2);
    }

    private boolean settle(int end) {
        if (outcome != 0) {
            return false;
        }
        outcome = end;
        return true;
    }

    boolean isCancelled() {
        return outcome == 2;
    }

    /** Ends the task; returns whether the getter was told. */
    boolean end() {
        outcome = 1;
        return listed;
    }

    boolean enlist() {
        boolean waits = outcome == 0;
        listed = true;
        return waits;
    }
}
