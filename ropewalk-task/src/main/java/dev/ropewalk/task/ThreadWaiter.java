package dev.ropewalk.task;

/** A thread that waits to be admitted. It is the thread's park blocker, so that a thread dump shows what it waits for. */
final class ThreadWaiter<T> extends Waiter<T> {
    private final Thread thread = Thread.currentThread();
    private final String purpose;

    /**
     * Creates a waiter of the calling thread.
     *
     * @param purpose what is waited for, in words that follow "waiting for"
     */
    ThreadWaiter(String purpose) {
        this.purpose = purpose;
    }

    String purpose() {
        return purpose;
    }

    @Override
    void wake() {
        Parking.unpark(thread);
    }

    @Override
    public String toString() {
        return thread.getName() + " waiting for " + purpose;
    }
}
