package dev.ropewalk.observe.jmx;

import dev.ropewalk.observe.HealthOptions;
import dev.ropewalk.observe.HealthReport;
import dev.ropewalk.observe.JvmSnapshot;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Health for a client that asks now and then and doesn't want to wait: each look is compared with the one of the question before. Questions
 * within a second get the same answer, and who asks while another one looks gets the last, so that a part that hangs holds one client and not
 * all. While nobody asks nothing is looked at. Thread-safe.
 */
final class HealthWatch {
    private static final long SPAN_NANOS = 1_000_000_000;

    private final HealthOptions options;
    private final Supplier<JvmSnapshot> look;
    private final LongSupplier nanoTime;

    /** Guards the last look, so that one thread at a time looks. */
    private final ReentrantLock lock = new ReentrantLock();

    private JvmSnapshot last;
    private long lastNanos;
    private volatile HealthReport report;

    /** Looks for the first time. */
    HealthWatch(HealthOptions options, Supplier<JvmSnapshot> look, LongSupplier nanoTime) {
        this.options = options;
        this.look = look;
        this.nanoTime = nanoTime;
        lastNanos = nanoTime.getAsLong();
        last = look.get();
        report = HealthReport.between(last, last, options);
    }

    /** Returns what the last two looks tell. */
    HealthReport report() {
        if (lock.tryLock()) {
            try {
                lookIfDue();
            } finally {
                lock.unlock();
            }
        }
        return report;
    }

    private void lookIfDue() {
        long now = nanoTime.getAsLong();
        if (now - lastNanos >= SPAN_NANOS) {
            JvmSnapshot current = look.get();
            report = HealthReport.between(last, current, options);
            last = current;
            lastNanos = now;
        }
    }
}
