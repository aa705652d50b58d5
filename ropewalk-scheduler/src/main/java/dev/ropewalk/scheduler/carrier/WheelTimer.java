package dev.ropewalk.scheduler.carrier;

import dev.ropewalk.base.Failures;
import java.util.concurrent.locks.LockSupport;

/**
 * A timer whose commands run late on purpose, by at most 1/64 of their delay and at least a tick of 66 us: so those of many parties
 * are due together, and its thread wakes once for all of them.
 */
final class WheelTimer implements Runnable {
    static final int TICK_SHIFT = 16;
    private static final int SLOTS = 1 << 12;

    /** What is due later is none of this timer's: half a turn, so that a timer that is late doesn't take it for due. */
    static final long MAX_DELAY_NANOS = ((long) SLOTS / 2) << TICK_SHIFT;

    private static final int LATENESS = 64;

    private final TimerWheel wheel = new TimerWheel(SLOTS);
    private final long startNanos = System.nanoTime();
    private final Thread thread;

    WheelTimer() {
        thread = Thread.ofPlatform()
                .name("ropewalk-carrier-timer")
                .daemon()
                .inheritInheritableThreadLocals(false)
                .unstarted(this);
    }

    /** Starts its thread, which never ends. */
    void start() {
        thread.start();
    }

    /** Has a command run when a delay is over; it must be brief, and is better run by other threads. */
    Timeout schedule(Runnable command, long delayNanos) {
        long due = System.nanoTime() + delayNanos;
        var timeout = new Timeout(command, due);
        if (wheel.add(timeout, tick(due - startNanos, delayNanos))) {
            LockSupport.unpark(thread);
        }
        return timeout;
    }

    /** Returns the tick at which something is run that is due at a time: at it or later, with others. */
    static long tick(long dueNanos, long delayNanos) {
        long grain = Long.highestOneBit(Math.max(delayNanos / LATENESS, 1L << TICK_SHIFT));
        return ((dueNanos + grain - 1) & -grain) >> TICK_SHIFT;
    }

    @Override
    public void run() {
        while (true) {
            try {
                wheel.advance((System.nanoTime() - startNanos) >> TICK_SHIFT);
                sleep();
            } catch (Throwable e) {
                Failures.uncaught(e);
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
        wheel.wakeUp();
    }
}
