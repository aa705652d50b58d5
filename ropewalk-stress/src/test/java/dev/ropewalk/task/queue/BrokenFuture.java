package dev.ropewalk.task.queue;

/**
 * A future whose getter looks before it is on the list. It isn't made from bytecode: {@link TaskFuture} puts a getter on the list by a
 * compare-and-set in a loop, whose place can't be moved behind the look.
 */
final class BrokenFuture {
    private volatile boolean ended;
    private volatile boolean listed;

    /** Ends the task; returns whether the getter was told. */
    boolean end() {
        ended = true;
        return listed;
    }

    boolean enlist() {
        boolean waits = !ended;
        listed = true;
        return waits;
    }
}
