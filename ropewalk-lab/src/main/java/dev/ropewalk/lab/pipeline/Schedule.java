package dev.ropewalk.lab.pipeline;

import java.util.concurrent.locks.LockSupport;

/** When a producer's events are due. */
@FunctionalInterface
interface Schedule {
    long NANOS_PER_SECOND = 1_000_000_000;

    /**
     * Waits until an event is due, and returns the time that it is stamped with.
     *
     * @param start when the first one of all producers was due, on the clock of {@link System#nanoTime()}
     * @param place of the event among those of all producers, from 0
     */
    long await(long start, long place);

    /** Returns one by which all events are due at once; there are no stamps. */
    static Schedule atOnce() {
        return (start, place) -> 0;
    }

    /**
     * Returns one with the same time between all events. A producer that is late doesn't wait until it has caught up, and
     * the stamp is the time that was intended: what a stall delays counts with all of its delay.
     */
    @SuppressWarnings("ThreadPriorityCheck") // Sleeping would miss the time; spinning would keep a core from others.
    static Schedule atRate(long perSecond) {
        double interval = (double) NANOS_PER_SECOND / perSecond;
        return (start, place) -> {
            long due = start + (long) (place * interval);
            while (System.nanoTime() - due < 0) {
                Thread.yield();
            }
            return due;
        };
    }

    /** Returns one by which some events are due together, after each interval; the producer sleeps in between. */
    static Schedule inBursts(int size, long intervalNanos) {
        return (start, place) -> sleepUntil(start + place / size * intervalNanos);
    }

    /** Returns one by which events are due so seldom that all threads are idle in between; stamps are taken after the sleep. */
    static Schedule seldom(long intervalNanos) {
        return (start, place) -> {
            sleepUntil(start + (place + 1) * intervalNanos);
            return System.nanoTime();
        };
    }

    private static long sleepUntil(long due) {
        for (long left = due - System.nanoTime(); left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
        return due;
    }
}
