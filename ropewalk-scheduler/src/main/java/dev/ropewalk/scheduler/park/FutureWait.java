package dev.ropewalk.scheduler.park;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * A thread that waits for the end of a future, by {@link Parking#await} rather than by the JDK's own wait: so it waits in the
 * time of its scheduler, and a worker is replaced meanwhile.
 */
public final class FutureWait implements Settleable {
    private final String purpose;
    private final Thread thread = Thread.currentThread();
    private final AtomicBoolean settled = new AtomicBoolean();

    FutureWait(String purpose) {
        this.purpose = purpose;
    }

    /**
     * Waits until a future has ended, in whatever way, for at most so many nanoseconds or {@link Parking#FOREVER}. The future
     * remembers each wait until it ends, so a future that may be waited for again and again has {@link FutureWaits}.
     *
     * @param purpose what is waited for, as it ends the sentence "interrupted while waiting for ..."
     * @return whether it has ended
     * @throws InterruptedException if the thread was interrupted before
     */
    public static boolean await(CompletableFuture<?> future, String purpose, long nanos) throws InterruptedException {
        if (future.isDone()) {
            return true;
        }
        var wait = new FutureWait(purpose);
        CompletableFuture<?> told = future.whenComplete((result, error) -> wait.tell());
        try {
            return Parking.await(wait, nanos) || future.isDone();
        } finally {
            told.cancel(false);
        }
    }

    void tell() {
        if (settled.compareAndSet(false, true)) {
            Parking.unpark(thread);
        }
    }

    @Override
    public boolean isSettled() {
        return settled.get();
    }

    @Override
    public boolean withdraw() {
        return settled.compareAndSet(false, true);
    }

    @Override
    public String purpose() {
        return purpose;
    }

    @Override
    public String toString() {
        return thread.getName() + " waiting for " + purpose;
    }
}
