package dev.ropewalk.channel.operator;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.Ticker;
import dev.ropewalk.scheduler.Abandonable;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.LongSupplier;

/** What the timer of a {@link Ticker} does on its strand. */
public final class Tick implements Abandonable {
    private final LongSupplier nanoTime;
    private final Channel<Long> ticks;
    private final long periodNanos;
    private final long start;
    private long last;

    public Tick(LongSupplier nanoTime, Channel<Long> ticks, long periodNanos) {
        this.nanoTime = nanoTime;
        this.ticks = ticks;
        this.periodNanos = periodNanos;
        this.start = nanoTime.getAsLong();
    }

    /** Says how many periods have passed; nothing if a late tick has said that before. */
    @Override
    public void run() {
        long passed = (nanoTime.getAsLong() - start) / periodNanos;
        if (passed > last) {
            last = passed;
            ticks.trySendResult(passed);
        }
    }

    @Override
    public void abandon() {
        fail(ticks);
    }

    private static void fail(Channel<Long> ticks) {
        ticks.fail(new RejectedExecutionException("no tick comes " + ticks.name() + ": the scheduler was closed"));
    }

    /** What the timer does if it is to tick once. */
    public record Only(Channel<Long> ticks) implements Abandonable {
        @Override
        public void run() {
            ticks.trySendResult(1L);
            ticks.close();
        }

        @Override
        public void abandon() {
            fail(ticks);
        }
    }
}
