package dev.ropewalk.scheduler.carrier;

import dev.ropewalk.base.Failures;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A command that a {@link TimerWheel} runs once, unless it is cancelled before. */
final class Timeout extends FutureTask<@Nullable Void> implements ScheduledFuture<@Nullable Void> {
    private final long dueNanos;

    /**
     * Makes a timeout.
     *
     * @param dueNanos when it is due, by {@link System#nanoTime}
     */
    Timeout(Runnable command, long dueNanos) {
        super(command, null);
        this.dueNanos = dueNanos;
    }

    @Override
    protected void setException(Throwable thrown) {
        super.setException(thrown);
        Failures.uncaught(thrown);
    }

    @Override
    public long getDelay(TimeUnit unit) {
        return unit.convert(dueNanos - System.nanoTime(), TimeUnit.NANOSECONDS);
    }

    @Override
    public int compareTo(Delayed other) {
        return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
    }
}
