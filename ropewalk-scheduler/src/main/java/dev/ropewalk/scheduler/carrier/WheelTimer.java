package dev.ropewalk.scheduler.carrier;

import dev.ropewalk.base.Failures;
import java.util.concurrent.Executor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A timer whose commands run late on purpose, by at most 1/64 of their delay and at least a tick of 66 us: so those of many parties
 * are due together, and its thread wakes once for all of them. It hands them to an executor, as one task for what is due at once, and runs none
 * itself.
 *
 * <p>Its thread is started for the first timeout, and never ends. If it can't be started, this timer takes no timeouts.
 *
 * <p>No timeout is lost if there is no memory to hand it over: it is due again some time later. An executor may throw although it has taken
 * a batch. So the thread that runs a batch and the timer's that would put it back both take its timeouts out, and one of them gets them.
 */
final class WheelTimer implements Runnable {
    static final int TICK_SHIFT = 16;
    private static final int SLOTS = 1 << 12;

    /** What is due later is none of this timer's: half a turn, so that a timer that is late doesn't take it for due. */
    static final long MAX_DELAY_NANOS = ((long) SLOTS / 2) << TICK_SHIFT;

    private static final int LATENESS = 64;
    private static final long RETRY_TICKS = 100_000_000 >> TICK_SHIFT;

    private final TimerWheel wheel = new TimerWheel(SLOTS);
    private final long startNanos = System.nanoTime();
    private final Executor executor;
    private final ThreadFactory threads;

    /** The thread when it is started. */
    private volatile @Nullable Thread thread;

    private volatile boolean refused;

    /**
     * Makes a timer.
     *
     * @param executor runs the commands; none of them waits for another
     * @param threads makes the timer's thread
     */
    WheelTimer(Executor executor, ThreadFactory threads) {
        this.executor = executor;
        this.threads = threads;
    }

    /** Has a command run when a delay is over; returns null if this timer can't. */
    @Nullable
    Timeout schedule(Runnable command, long delayNanos) {
        Thread running = thread;
        if (running == null && (running = start()) == null) {
            return null;
        }
        var timeout = new Timeout(command, tick(System.nanoTime() + delayNanos - startNanos, delayNanos));
        if (wheel.add(timeout)) {
            LockSupport.unpark(running);
        }
        return timeout;
    }

    /** Returns the tick at which something is run that is due at a time: at it or later, with others. */
    static long tick(long dueNanos, long delayNanos) {
        long grain = Long.highestOneBit(Math.max(delayNanos / LATENESS, 1L << TICK_SHIFT));
        return ((dueNanos + grain - 1) & -grain) >> TICK_SHIFT;
    }

    /** Returns the thread, started. It isn't tried twice: the JVM prints a warning each time. */
    private @Nullable Thread start() {
        return refused ? null : startOnce();
    }

    private synchronized @Nullable Thread startOnce() {
        if (thread == null && !refused) {
            try {
                Thread fresh = threads.newThread(this);
                fresh.start();
                thread = fresh;
            } catch (RuntimeException | Error e) {
                refused = true;
            }
        }
        return thread;
    }

    @Override
    public void run() {
        while (true) {
            try {
                wheel.wakeUp();
                handOver(wheel.advance((System.nanoTime() - startNanos) >> TICK_SHIFT));
                sleep();
            } catch (Throwable e) {
                Failures.uncaught(e);
            }
        }
    }

    private void handOver(@Nullable Timeout first) {
        if (first == null) {
            return;
        }
        Batch batch;
        try {
            batch = new Batch(first);
        } catch (OutOfMemoryError e) {
            wheel.putBack(first, RETRY_TICKS);
            return;
        }
        try {
            executor.execute(batch);
        } catch (RuntimeException | Error e) {
            Timeout left = batch.getAndSet(null);
            if (left != null) {
                wheel.putBack(left, RETRY_TICKS);
            }
        }
    }

    private void sleep() {
        long until = wheel.prepareSleep();
        if (until == TimerWheel.AWAKE) {
            return;
        }
        boolean ignored = Thread.interrupted();
        if (until == TimerWheel.NEVER) {
            LockSupport.park(this);
        } else {
            LockSupport.parkNanos(this, startNanos + (until << TICK_SHIFT) - System.nanoTime());
        }
    }

    /** The first of timeouts that are due together, until they are taken. */
    @SuppressWarnings("serial") // none is ever written
    private static final class Batch extends AtomicReference<@Nullable Timeout> implements Runnable {
        Batch(Timeout first) {
            super(first);
        }

        @Override
        public void run() {
            for (Timeout timeout = getAndSet(null); timeout != null; timeout = timeout.next) {
                Runnable command = timeout.take();
                if (command != null) {
                    run(command);
                }
            }
        }

        /** What one command throws must not keep others from being run. */
        private static void run(Runnable command) {
            try {
                command.run();
            } catch (Throwable thrown) {
                Failures.uncaught(thrown);
            }
        }
    }
}
