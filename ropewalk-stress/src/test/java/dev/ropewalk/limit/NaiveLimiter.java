package dev.ropewalk.limit;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** A limiter as one would write it first: its limit, its count and its queue are each safe, but not changed together. */
public final class NaiveLimiter {
    private final AtomicInteger inFlight;
    private final ConcurrentLinkedQueue<CompletableFuture<Boolean>> waiters = new ConcurrentLinkedQueue<>();
    private volatile int limit;

    public NaiveLimiter(int limit, int inFlight) {
        this.limit = limit;
        this.inFlight = new AtomicInteger(inFlight);
    }

    public boolean tryAcquire() {
        for (; ; ) {
            int seen = inFlight.get();
            if (seen >= limit) {
                return false;
            }
            if (inFlight.compareAndSet(seen, seen + 1)) {
                return true;
            }
        }
    }

    public CompletableFuture<Boolean> acquireAsync() {
        if (tryAcquire()) {
            return CompletableFuture.completedFuture(true);
        }
        var waiter = new CompletableFuture<Boolean>();
        waiters.add(waiter);
        return waiter;
    }

    public void release() {
        inFlight.getAndDecrement();
        CompletableFuture<Boolean> next = waiters.poll();
        if (next != null) {
            inFlight.getAndIncrement();
            next.complete(true);
        }
    }

    public void setLimit(int value) {
        limit = value;
        while (inFlight.get() < value) {
            CompletableFuture<Boolean> next = waiters.poll();
            if (next == null) {
                return;
            }
            inFlight.getAndIncrement();
            next.complete(true);
        }
    }

    public int inFlight() {
        return inFlight.get();
    }
}
