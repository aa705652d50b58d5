package dev.ropewalk.scheduler.engine;

import dev.ropewalk.scheduler.worker.OsThread;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * For how long one task has held its worker, as seen from outside: the time that it ran on a CPU, and the time that it waited
 * inside a call. The time in which it wanted to run and got no CPU doesn't count. Other programs had the CPU then, or a quota
 * was used up: the task may take a nanosecond, and a spare worker would mostly get no CPU either.
 *
 * <p>The operating system is asked only when a task has taken half as long as makes it stuck; up to then the clock counts. So a
 * worker that counts as stuck has been held for at least the other half. It is asked seldom, and no more when the answer has
 * become clear. Where it tells nothing the clock counts all along, and so it does once a task has taken {@value #FOR_GOOD} times
 * as long: a worker that never gets its CPU back is lost like one that is stuck.
 *
 * <p>Of the time between two answers {@value #MAX_STEP_MILLIS} milliseconds count at most. If more has passed, the thread that
 * asks was held up itself, by the same machine or in a pause of the JVM, and can't say what went on. Time on a CPU is capped by the
 * sum of all that and not step by step, since the operating system counts it in ticks. Not thread-safe.
 */
final class HeldTime {
    private static final int FOR_GOOD = 100;
    private static final int CLEAR = 10;
    private static final long MAX_STEP_MILLIS = 20;
    private static final long MAX_STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(MAX_STEP_MILLIS);
    private static final long MIN_STEP_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    private final long stuckNanos;
    private boolean asked;
    private long lastAnswer;
    private long ranWhenAsked;

    // Of the present task: what counts by the clock, what was seen since, and up to how much of that could be seen.
    private long byClock;
    private long ran;
    private long waited;
    private long seen;

    /** Makes one for workers that are stuck after so many nanoseconds. */
    HeldTime(long stuckNanos) {
        this.stuckNanos = stuckNanos;
    }

    /**
     * Notes that a worker has been in the same task for a while.
     *
     * @param inTask for how many nanoseconds, by the clock; 0 when this task is seen first
     * @return for how many of them it held the worker
     */
    long observe(@Nullable OsThread thread, long inTask, long now) {
        if (inTask == 0 || inTask < stuckNanos / 2) {
            asked = false;
        }
        if (!asked) {
            begin(thread, inTask, now);
        } else if (inTask / FOR_GOOD >= stuckNanos) {
            byClock = inTask - ran - waited;
        } else if (now - lastAnswer >= MIN_STEP_NANOS) {
            ask(thread, now);
        }
        return held();
    }

    private void begin(@Nullable OsThread thread, long inTask, long now) {
        byClock = inTask;
        ran = 0;
        waited = 0;
        seen = 0;
        lastAnswer = now;
        if (inTask > 0 && inTask >= stuckNanos / 2 && thread != null && thread.read()) {
            asked = true;
            byClock = stuckNanos / 2;
            ranWhenAsked = thread.ranNanos();
        }
    }

    private void ask(@Nullable OsThread thread, long now) {
        long step = Math.min(now - lastAnswer, MAX_STEP_NANOS);
        lastAnswer = now;
        if (held() / CLEAR >= stuckNanos || thread == null || !thread.read()) {
            byClock += step;
            return;
        }
        seen += step;
        if (thread.isWaiting()) {
            waited += step;
        }
        ran = Math.min(thread.ranNanos() - ranWhenAsked, seen - waited);
    }

    private long held() {
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
