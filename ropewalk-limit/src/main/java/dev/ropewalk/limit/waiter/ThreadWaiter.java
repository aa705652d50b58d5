package dev.ropewalk.limit.waiter;

import dev.ropewalk.scheduler.park.Parking;
import dev.ropewalk.scheduler.park.Settleable;

/** A thread that waits to be admitted. It is the thread's park blocker, so that a thread dump shows what it waits for. */
public final class ThreadWaiter<T> extends AdmissionWaiter<T> implements Settleable {
    private final Thread thread = Thread.currentThread();
    private final String purpose;

    /**
     * Creates a waiter of the calling thread.
     *
     * @param purpose what is waited for, in words that follow "waiting for"
     */
    public ThreadWaiter(String purpose) {
        this.purpose = purpose;
    }

    @Override
    public String purpose() {
        return purpose;
    }

    @Override
    public String threadName() {
        String name = thread.getName();
        return name.isEmpty() ? "thread " + thread.threadId() : name;
    }

    @Override
    public void wake() {
        Parking.unpark(thread);
    }

    @Override
    public String toString() {
        return thread.getName() + " waiting for " + purpose;
    }
}
