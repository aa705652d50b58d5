package dev.ropewalk.cpu.clock;

import java.util.concurrent.atomic.AtomicLong;

/** A counter and a system clock whose time the test makes. Reading takes time, too. May be shared between threads. */
final class FakeCounter extends Counter {
    private static final long START = 1_000_000_000_000L;
    private static final int READING_NANOS = 10;

    private final AtomicLong nanos = new AtomicLong(START);

    /** The counter's line: where the system clock was when it last changed, what it said then, and its rate since. */
    private volatile Line line;

    FakeCounter(double ticksPerNano) {
        line = new Line(START, 5_000_000_000_000L, ticksPerNano);
    }

    /** Lets time pass for both. */
    void pass(long someNanos) {
        nanos.addAndGet(someNanos);
    }

    /** Lets the counter run at another rate. */
    void runAt(double ticksPerNano) {
        long now = nanos.get();
        line = new Line(now, line.ticksAt(now), ticksPerNano);
    }

    /** Lets the counter jump. */
    void jump(long ticks) {
        long now = nanos.get();
        line = new Line(now, line.ticksAt(now) + ticks, line.ticksPerNano);
    }

    /** Returns the system's time without letting any pass. */
    long now() {
        return nanos.get();
    }

    @Override
    long ticks() {
        return line.ticksAt(nanos.addAndGet(READING_NANOS));
    }

    @Override
    long systemNanos() {
        return nanos.addAndGet(READING_NANOS);
    }

    private record Line(long nanos, long ticks, double ticksPerNano) {
        long ticksAt(long now) {
            return ticks + (long) ((now - nanos) * ticksPerNano);
        }
    }
}
