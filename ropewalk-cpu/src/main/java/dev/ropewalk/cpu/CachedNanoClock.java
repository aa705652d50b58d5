package dev.ropewalk.cpu;

import dev.ropewalk.base.VarHandles;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/**
 * A clock that repeats a value which a daemon thread of its own renews, so that reading it is reading a field.
 *
 * <p>A reading takes a nanosecond. The thread takes a wake-up of 10 to 20 microseconds of CPU time in each resolution: one or
 * two per cent of a CPU at one millisecond. After {@value #IDLE_TICKS} wake-ups without a reading between them it sleeps
 * until the next reading, which is precise and takes some tens of microseconds, for waking it: an unused clock costs nothing.
 *
 * <p>After {@link #close} every reading is a precise one of {@link System#nanoTime}.
 */
public final class CachedNanoClock implements NanoClock, AutoCloseable {
    /*
     * The field "now" is a time since the clock was made, which isn't negative; or it is negative: CLOSED, or the number of
     * one sleep of the thread. The thread alone changes a time into anything, and writes CLOSED as its last deed; readers
     * alone change a sleep into a time, by compare-and-set.
     *
     * It doesn't run backwards, since a time is taken from the source after the value was read that it replaces. That is why
     * sleeps have numbers: a reader that was held up may not put its old time in the place of a later sleep.
     * No wake-up is lost: the thread parks only while it sees its sleep, and a reader unparks it after it ended that.
     */
    private static final long CLOSED = Long.MIN_VALUE;
    private static final long FIRST_SLEEP = -1;
    private static final int IDLE_TICKS = 16;
    private static final Duration MIN_RESOLUTION = Duration.ofNanos(100_000);
    private static final Duration MAX_RESOLUTION = Duration.ofSeconds(1);
    private static final VarHandle NOW = VarHandles.of(MethodHandles.lookup(), "now", long.class);
    private static final VarHandle READ = VarHandles.of(MethodHandles.lookup(), "read", boolean.class);

    private final NanoClock source;
    private final long origin;
    private final long resolutionNanos;
    final Thread thread;
    private volatile boolean closing;

    @SuppressWarnings("UnusedVariable") // used through NOW
    private long now = FIRST_SLEEP;

    /** Whether anyone read since the last renewal. A reading that is lost in a race at most lets the thread sleep too early. */
    @SuppressWarnings("UnusedVariable") // used through READ
    private boolean read;

    private CachedNanoClock(NanoClock source, Duration resolution) {
        this.source = source;
        this.origin = source.nanoTime();
        this.resolutionNanos = resolution.toNanos();
        this.thread = Thread.ofPlatform().daemon().name("ropewalk-cached-clock").unstarted(this::renew);
    }

    static CachedNanoClock start(NanoClock source, Duration resolution) {
        if (resolution.compareTo(MIN_RESOLUTION) < 0 || resolution.compareTo(MAX_RESOLUTION) > 0) {
            throw new IllegalArgumentException("the resolution of a cached clock must be from "
                    + MIN_RESOLUTION.toNanos() + " ns to " + MAX_RESOLUTION.toNanos() + " ns, but is " + resolution);
        }
        var clock = new CachedNanoClock(source, resolution);
        clock.thread.start();
        return clock;
    }

    @Override
    public long nanoTime() {
        long value = (long) NOW.getAcquire(this);
        if (value < 0) {
            return precise();
        }
        // Only the first reading after a renewal writes, so that readers don't fight for the line.
        if (!(boolean) READ.getOpaque(this)) {
            READ.setOpaque(this, true);
        }
        return origin + value;
    }

    private long precise() {
        while (true) {
            long seen = (long) NOW.getAcquire(this);
            if (seen >= 0) {
                return origin + seen;
            }
            long value = sinceOrigin();
            if (seen == CLOSED) {
                return origin + value;
            }
            if (NOW.compareAndSet(this, seen, value)) {
                LockSupport.unpark(thread);
                return origin + value;
            }
        }
    }

    private long sinceOrigin() {
        return source.nanoTime() - origin;
    }

    /** Renews the value until the clock is closed. */
    private void renew() {
        long nextSleep = FIRST_SLEEP - 1;
        int unread = 0;
        while (!closing) {
            if ((long) NOW.getAcquire(this) < 0) {
                LockSupport.park(this);
                continue;
            }
            LockSupport.parkNanos(this, resolutionNanos);
            unread = (boolean) READ.getOpaque(this) ? 0 : unread + 1;
            READ.setOpaque(this, false);
            if (unread < IDLE_TICKS) {
                NOW.setRelease(this, sinceOrigin());
            } else {
                NOW.setRelease(this, nextSleep--);
                unread = 0;
            }
        }
        NOW.setRelease(this, CLOSED);
    }

    /** Returns whether the thread sleeps until the next reading, or is gone. */
    boolean isAsleep() {
        return (long) NOW.getAcquire(this) < 0;
    }

    /** Ends the thread soon. Does nothing if it was called before. */
    @Override
    public void close() {
        closing = true;
        LockSupport.unpark(thread);
    }

    @Override
    public String toString() {
        return source + ", renewed every " + resolutionNanos + " ns";
    }
}
