package dev.ropewalk.lab.channels;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** One round of a wiring: it ends when all receivers have reported their checksums, or one party has failed. */
final class Round implements LongConsumer {
    private final LongAdder checksum = new LongAdder();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final CountDownLatch reports;

    Round(int reporters) {
        reports = new CountDownLatch(reporters);
    }

    /** Returns a round without parties. */
    static Round none() {
        return new Round(0);
    }

    /** Takes a receiver's checksum. */
    @Override
    public void accept(long part) {
        checksum.add(part);
        reports.countDown();
    }

    /** Ends the round: a party can't go on. */
    void fail(Throwable cause) {
        failure.compareAndSet(null, cause);
        while (reports.getCount() > 0) {
            reports.countDown();
        }
    }

    /** Waits for the end of the round. */
    void await() throws InterruptedException {
        reports.await();
        Throwable cause = failure.get();
        if (cause != null) {
            throw new IllegalStateException("a party has failed: " + cause, cause);
        }
    }

    /** Returns the sum of all checksums, once the round has ended. */
    long checksum() {
        return checksum.sum();
    }
}
