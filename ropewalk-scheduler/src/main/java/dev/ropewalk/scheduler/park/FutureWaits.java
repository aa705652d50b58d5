package dev.ropewalk.scheduler.park;

import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * The threads that wait for the end of one future. The future knows all of them by one entry, so that a thread that gives up
 * leaves nothing behind, however often it asks. A dependent of the future for each wait would stay there until the future ends.
 *
 * <p>Why no thread is forgotten: a thread enters the queue, and then looks whether the future has ended. The future ends, and then
 * the threads in the queue are told. Queue and future are volatile, so that one of the two comes second and sees what the other did.
 */
public final class FutureWaits {
    private final CompletableFuture<?> future;
    private final Queue<FutureWait> waiting = new ConcurrentLinkedQueue<>();

    public FutureWaits(CompletableFuture<?> future) {
        this.future = future;
        var ignored = future.whenComplete((result, error) -> tellAll());
    }

    private void tellAll() {
        for (FutureWait wait = waiting.poll(); wait != null; wait = waiting.poll()) {
            wait.tell();
        }
    }

    /**
     * Waits until the future has ended, in whatever way, for at most so many nanoseconds or {@link Parking#FOREVER}.
     *
     * @param purpose what is waited for, as it ends the sentence "interrupted while waiting for ..."
     * @return whether it has ended
     * @throws InterruptedException if the thread was interrupted before
     */
    public boolean await(String purpose, long nanos) throws InterruptedException {
        var wait = new FutureWait(purpose);
        try {
            return enter(wait) || Parking.await(wait, nanos) || future.isDone();
        } finally {
            waiting.remove(wait);
        }
    }

    /** Enters a thread, which will be told; returns whether the future has ended, so that it need not wait. */
    boolean enter(FutureWait wait) {
        waiting.add(wait);
        return future.isDone();
    }

    /** Returns how many threads wait. */
    int count() {
        return waiting.size();
    }
}
