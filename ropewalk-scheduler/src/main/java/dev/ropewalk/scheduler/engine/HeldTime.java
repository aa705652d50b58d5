package dev.ropewalk.scheduler.engine;

import dev.ropewalk.scheduler.worker.OsThread;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * For how long one task has held its worker, as seen from outside: the time that it ran on a CPU, and the time that it waited
 * inside a call. The time in which it wanted to run and got no CPU doesn't count. Other programs had the CPU then, or a quota
 * was used up: the task may take a nanosecond, and a spare worker would get no CPU either.
 *
 * <p>The operating system is asked only when a task has taken half as long as makes it stuck; up to then the clock counts. So a
 * worker that counts as stuck has been held for at least the other half. Where the operating system tells nothing the clock
 * counts all along.
 *
 * <p>Of the time between two looks {@value #MAX_STEP_MILLIS} milliseconds count at most. If more has passed, the thread that looks
 * was held up itself, by the same machine or in a pause of the JVM, and can't say what went on. Not thread-safe.
 */
final class HeldTime {
    private static final long MAX_STEP_MILLIS = 20;
    private static final long MAX_STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(MAX_STEP_MILLIS);

    private final long limit;
    private boolean asked;
    private long lastLook;
    private long lastRan;
    private long byClock;
    private long ran;
    private long waited;

    /** Makes one for workers that are stuck after so many nanoseconds. */
    HeldTime(long stuckNanos) {
        this.limit = stuckNanos / 2;
    }

    /**
     * Notes that a worker has been in the same task for a while.
     *
     * @param inTask for how many nanoseconds, by the clock; 0 when this task is seen first
     * @return for how many of them it held the worker
     */
    long observe(@Nullable OsThread thread, long inTask, long now) {
        long step = now - lastLook;
        lastLook = now;
        if (inTask < limit || inTask == 0) {
            asked = false;
        }
        if (!asked) {
            ran = 0;
            waited = 0;
            byClock = inTask;
            if (inTask > 0 && inTask >= limit && thread != null && thread.read()) {
                asked = true;
                byClock = limit;
                lastRan = thread.ranNanos();
            }
        } else if (thread == null || !thread.read()) {
            byClock += Math.min(step, MAX_STEP_NANOS);
        } else {
            long most = Math.min(step, MAX_STEP_NANOS);
            if (thread.isWaiting()) {
                waited += most;
            } else {
                ran += Math.min(thread.ranNanos() - lastRan, most);
            }
            lastRan = thread.ranNanos();
        }
        return byClock + ran + waited;
    }

    /** Says what was seen of the present task, in words. */
    @Override
    public String toString() {
        if (!asked) {
            return "in one task for " + millis(byClock) + " ms";
        }
        return "in one task; in the last part of it " + millis(ran) + " ms on a CPU and " + millis(waited)
                + " ms waiting";
    }

    private static long millis(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(nanos);
    }
}
