package dev.ropewalk.junit;

import dev.ropewalk.scheduler.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Time that a test moves. The timers of its {@link #scheduler} wait until {@link #advance} comes to them, and run then in the order in
 * which they are due, however long that would have taken. So an hour passes at once, and nothing happens before.
 *
 * <p>Only timers wait: those of actors, questions with a timeout, lists of a flow that wait for their time, and what is scheduled by hand. Threads that wait do so in real time, and
 * the clock goes on by itself as well: {@code nanoTime} is real time and what was advanced. So a test that waits for what never comes still
 * fails within its deadline. In a simulation all time is virtual.
 *
 * <p>Thread-safe; {@code advance} is for one thread at a time, and waits for another.
 */
public final class ManualTime {
    private final Scheduler real;
    private final ManualScheduler scheduler;
    private final ReentrantLock advancing = new ReentrantLock();

    /** Guards what follows. */
    private final Object lock = new Object();

    private final List<ManualTimer> timers = new ArrayList<>();
    private long nowNanos;
    private long armed;

    /** Makes a time for a scheduler, which runs the tasks and is closed by its owner. */
    ManualTime(Scheduler real) {
        this.real = real;
        this.scheduler = new ManualScheduler(real, this);
    }

    /** Returns the scheduler whose timers wait for this time. */
    public Scheduler scheduler() {
        return scheduler;
    }

    /** Returns how far this time has been moved. */
    public Duration elapsed() {
        return Duration.ofNanos(elapsedNanos());
    }

    long elapsedNanos() {
        synchronized (lock) {
            return nowNanos;
        }
    }

    /** Returns after how long the next timer is due; empty if none is armed. */
    public Optional<Duration> next() {
        synchronized (lock) {
            ManualTimer first = first(Long.MAX_VALUE);
            return first == null ? Optional.empty() : Optional.of(Duration.ofNanos(first.dueNanos - nowNanos));
        }
    }

    /**
     * Lets time pass. Each timer that is due meanwhile runs at its time, one after another, those included that such tasks arm. Returns
     * when these tasks have run. What they have sent to actors may still be on its way: await its effect before time goes on.
     *
     * @throws IllegalArgumentException if it isn't above zero
     * @throws IllegalStateException if called by a task of the scheduler, which it might wait for; or if a task takes over a minute
     */
    public void advance(Duration time) {
        if (!Objects.requireNonNull(time, "time").isPositive()) {
            throw new IllegalArgumentException("the time must be above zero, not " + time);
        }
        if (Scheduler.current().equals(Optional.of(real))) {
            throw new IllegalStateException("time can't be advanced by a task that it may wait for");
        }
        advancing.lock();
        try {
            long end = saturatedSum(elapsedNanos(), TimeUnit.NANOSECONDS.convert(time));
            for (ManualTimer due = takeFirst(end); due != null; due = takeFirst(end)) {
                due.runAndWait();
            }
        } finally {
            advancing.unlock();
        }
    }

    /** Takes out the first timer that is due until then, and moves the time to it; to the end if there is none. */
    private @Nullable ManualTimer takeFirst(long endNanos) {
        synchronized (lock) {
            ManualTimer first = first(endNanos);
            nowNanos = first == null ? endNanos : Math.max(nowNanos, first.dueNanos);
            if (first != null) {
                timers.remove(first);
            }
            return first;
        }
    }

    private @Nullable ManualTimer first(long endNanos) {
        return timers.stream()
                .filter(timer -> timer.dueNanos <= endNanos)
                .min(Comparator.<ManualTimer>comparingLong(timer -> timer.dueNanos)
                        .thenComparingLong(timer -> timer.number))
                .orElse(null);
    }

    /** Has a timer wait from now. */
    void arm(ManualTimer timer, long delayNanos) {
        synchronized (lock) {
            timer.dueNanos = saturatedSum(nowNanos, Math.max(0, delayNanos));
            timer.number = ++armed;
            timers.add(timer);
        }
    }

    private static long saturatedSum(long one, long other) {
        long sum = one + other;
        return sum < 0 ? Long.MAX_VALUE : sum;
    }

    /** Takes a timer out. */
    void disarm(ManualTimer timer) {
        synchronized (lock) {
            timers.remove(timer);
        }
    }

    @Override
    public String toString() {
        return "manual time, " + elapsed() + " after its begin";
    }
}
