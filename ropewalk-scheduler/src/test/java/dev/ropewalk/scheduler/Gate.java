package dev.ropewalk.scheduler;

import dev.ropewalk.testing.Await;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** A task that never ends until it is let go: it says when it has begun and then waits, deaf to interrupts if told so. */
public final class Gate implements Runnable {
    private final CountDownLatch entered = new CountDownLatch(1);
    private final CountDownLatch opened = new CountDownLatch(1);
    private final boolean deaf;
    private volatile String thread = "none";

    public Gate() {
        this(false);
    }

    private Gate(boolean deaf) {
        this.deaf = deaf;
    }

    /** Returns a gate that interrupts don't open. */
    public static Gate deaf() {
        return new Gate(true);
    }

    @Override
    public void run() {
        thread = Thread.currentThread().getName();
        entered.countDown();
        while (opened.getCount() > 0) {
            try {
                opened.await();
            } catch (InterruptedException e) {
                if (!deaf) {
                    return;
                }
            }
        }
    }

    public boolean isEntered() {
        return entered.getCount() == 0;
    }

    public void awaitEntered() {
        try {
            if (!entered.await(Await.DEADLINE.toMillis(), TimeUnit.MILLISECONDS)) {
                throw new AssertionError("the task didn't begin\n" + Stacks.ofSchedulers());
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public void open() {
        opened.countDown();
    }

    /** Returns the name of the thread that ran or runs it. */
    public String thread() {
        return thread;
    }
}
