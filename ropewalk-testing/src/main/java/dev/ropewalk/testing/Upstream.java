package dev.ropewalk.testing;

import java.util.concurrent.Flow;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** A subscription that counts what is requested of it, and how often it is cancelled. */
public final class Upstream implements Flow.Subscription {
    private final AtomicLong requested = new AtomicLong();
    private final AtomicInteger cancels = new AtomicInteger();

    /** Returns how many elements were requested. */
    public long requested() {
        return requested.get();
    }

    /** Returns how often it was cancelled. */
    public int cancels() {
        return cancels.get();
    }

    @Override
    public void request(long elements) {
        requested.addAndGet(elements);
    }

    @Override
    public void cancel() {
        cancels.incrementAndGet();
    }
}
