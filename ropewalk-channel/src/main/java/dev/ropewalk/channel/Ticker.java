package dev.ropewalk.channel;

import dev.ropewalk.channel.operator.Tick;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.scheduler.Timer;
import dev.ropewalk.scheduler.park.Parking;
import java.time.Duration;
import java.util.Objects;

/**
 * A clock whose ticks are received from a channel, so that a {@link Select} can wait for them among other things. It ticks
 * {@linkplain #every again and again} or {@linkplain #once}. It is safe for use by several threads; each tick is received
 * once.
 *
 * <p>The element is the number of periods that have passed when it ticks, counted from 1. The channel is {@linkplain
 * Channel#conflated conflated}: a slow receiver isn't flooded, and finds the latest tick, whose number tells how many it has
 * missed.
 *
 * <p>It takes no thread and, between ticks, nothing but a timer of the scheduler. That timer lasts until {@link #close} or,
 * if it ticks once, until then: a ticker that is given up without being closed goes on, because a thread may still wait for
 * it. After close nothing is left anywhere. If the scheduler closes first, the channel fails with a {@link
 * java.util.concurrent.RejectedExecutionException}.
 *
 * <p>The idea is Go's, {@code time.NewTicker} and {@code time.NewTimer}; unlike those it keeps the latest tick, not the oldest,
 * and its channel ends with it.
 *
 * {@snippet class="dev.ropewalk.channel.snippets.ChannelSnippets" region="ticker" :
 * try (Ticker ticker = Ticker.every(scheduler, Duration.ofSeconds(1))) {
 *     Select<String> select = Select.<String>fair()
 *             .receive(orders, order -> "order " + order)
 *             .receive(ticker.receiver(), tick -> "tick " + tick)
 *             .build();
 *     while (running) {
 *         log(select.select());
 *     }
 * }
 * }
 *
 * <p>As a source of {@link java.util.concurrent.Flow} it is the publisher of its channel. A subscriber gets the latest tick when it asks
 * for one, and is done when the ticker is closed:
 *
 * {@snippet class="dev.ropewalk.channel.snippets.ChannelSnippets" region="ticks" :
 * Ticker.every(scheduler, Duration.ofSeconds(1)).receiver().publisher().subscribe(clock);
 * }
 */
public final class Ticker implements AutoCloseable {
    private final Channel<Long> ticks;
    private final Timer timer;

    private Ticker(Channel<Long> ticks, Timer timer) {
        this.ticks = ticks;
        this.timer = timer;
    }

    /**
     * Returns a ticker that ticks at each end of a period. What delays one tick doesn't delay the next.
     *
     * @param period above zero
     * @throws IllegalArgumentException if the period isn't above zero
     * @throws java.util.concurrent.RejectedExecutionException if the scheduler is closed or closing
     */
    public static Ticker every(Scheduler scheduler, Duration period) {
        Objects.requireNonNull(scheduler, "scheduler");
        Objects.requireNonNull(period, "period");
        Strand strand = scheduler.newStrand();
        Channel<Long> ticks = Channel.<Long>builder().name("every " + period).conflated();
        Runnable tick = new Tick(scheduler::nanoTime, ticks, Parking.nanos(period));
        return new Ticker(ticks, scheduler.scheduleAtFixedRate(strand, tick, period, period));
    }

    /**
     * Returns a ticker that ticks once and then closes its channel.
     *
     * @param delay from now; zero or less means as soon as possible
     * @throws java.util.concurrent.RejectedExecutionException if the scheduler is closed or closing
     */
    public static Ticker once(Scheduler scheduler, Duration delay) {
        Objects.requireNonNull(scheduler, "scheduler");
        Objects.requireNonNull(delay, "delay");
        Strand strand = scheduler.newStrand();
        Channel<Long> ticks = Channel.<Long>builder().name("after " + delay).conflated();
        return new Ticker(ticks, scheduler.schedule(strand, new Tick.Only(ticks), delay));
    }

    /** Returns where the ticks are received; always the same. */
    public Receiver<Long> receiver() {
        return ticks;
    }

    /**
     * Stops this ticker, if it hasn't been stopped, and closes the channel: threads that wait are told. A tick that wasn't
     * received yet can still be.
     */
    @Override
    public void close() {
        timer.cancel();
        ticks.close();
    }
}
