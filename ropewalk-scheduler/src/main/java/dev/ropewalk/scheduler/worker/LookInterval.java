package dev.ropewalk.scheduler.worker;

/** How many tasks a worker runs between two looks at the clock; it follows from how long they take. Belongs to the worker's thread. */
final class LookInterval {
    private static final int MAX_TASKS = 128;

    /** When less time has passed between two looks, the next one comes after twice as many tasks. */
    private static final long MIN_NANOS = 5_000;

    /** When more time has passed between two looks, the next one comes after proportionally fewer tasks. */
    private static final long MAX_NANOS = 20_000;

    private int tasks = 1;

    /** Adapts to the time that has passed since the last look; returns how many tasks to run until the next one. */
    int adapt(long passedNanos) {
        if (passedNanos < MIN_NANOS) {
            tasks = Math.min(MAX_TASKS, tasks * 2);
        } else if (passedNanos > MAX_NANOS) {
            tasks = (int) Math.max(1, tasks * MAX_NANOS / passedNanos);
        }
        return tasks;
    }

    int tasks() {
        return tasks;
    }
}
