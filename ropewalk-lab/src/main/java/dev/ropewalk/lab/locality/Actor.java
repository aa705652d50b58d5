package dev.ropewalk.lab.locality;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;

/**
 * An actor: each message, once processed, submits the next one, so that messages of one actor never overlap. The executor must
 * let a submission happen-before its run; the latch hands everything to the thread that awaits it.
 */
final class Actor extends PrivateState implements Runnable {
    private Executor executor = Runnable::run;
    private CountDownLatch finished = new CountDownLatch(0);
    private boolean stamped;
    private int left;
    private long submittedNanos;
    private long longestWaitNanos;

    Actor(int size, int accesses, long seed) {
        super(size, accesses, seed);
    }

    /** Says where this actor submits its messages from the next iteration on. */
    void moveTo(Executor executor) {
        this.executor = executor;
    }

    /**
     * Begins an iteration and submits the first message.
     *
     * @param messages how many messages follow each other, at least one
     * @param stamped whether to read the clock at each submission and run
     * @param finished counted down after the last message
     */
    void start(int messages, boolean stamped, CountDownLatch finished) {
        begin();
        left = messages;
        this.stamped = stamped;
        this.finished = finished;
        longestWaitNanos = 0;
        submit();
    }

    @Override
    public void run() {
        if (stamped) {
            longestWaitNanos = Math.max(longestWaitNanos, System.nanoTime() - submittedNanos);
        }
        process();
        left--;
        if (left > 0) {
            submit();
        } else {
            finished.countDown();
        }
    }

    /** Submits the next message. It may run before this returns: nothing may be touched after that. */
    private void submit() {
        if (stamped) {
            submittedNanos = System.nanoTime();
        }
        executor.execute(this);
    }

    long longestWaitNanos() {
        return longestWaitNanos;
    }
}
