package dev.ropewalk.stress;

import dev.ropewalk.scheduler.Scheduler;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Lets parties of all kinds use channels of all kinds at random: threads and strands, which send, receive, try, drain and
 * select. Meanwhile a thread disturbs them, and ends channels and puts others in their place.
 */
final class ChannelStorm {
    static final int PARTIES = 24;

    private final AtomicReferenceArray<StormChannel> channels = new AtomicReferenceArray<>(StormChannel.RECIPES.size());
    private final List<StormChannel> all = new ArrayList<>();
    private final List<StormParty> parties = new ArrayList<>();
    private final AtomicInteger present = new AtomicInteger(PARTIES);
    private final LongAdder disturbances = new LongAdder();
    private final LongAdder ends = new LongAdder();
    private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();
    private final long seed;
    private final SplittableRandom random;
    private volatile boolean ended;

    ChannelStorm(Scheduler scheduler, long seed) {
        this.seed = seed;
        this.random = new SplittableRandom(seed);
        for (int i = 0; i < channels.length(); i++) {
            replace(i);
        }
        List<ThreadFactory> factories = List.of(
                scheduler.threadFactory(),
                Thread.ofVirtual().factory(),
                Thread.ofPlatform().daemon().factory());
        for (int i = 0; i < PARTIES; i++) {
            int kind = i % (factories.size() + 1);
            parties.add(
                    kind < factories.size()
                            ? new ThreadParty(this, i, random.split(), factories.get(kind))
                            : new StrandParty(this, i, random.split(), scheduler.newStrand()));
        }
    }

    private void replace(int place) {
        StormChannel channel = new StormChannel(place);
        all.add(channel);
        channels.set(place, channel);
    }

    /** Lets it rain for a time, then ends all channels and waits until every party has left. */
    void run(long nanos) {
        long until = System.nanoTime() + nanos;
        parties.forEach(StormParty::start);
        while (System.nanoTime() - until < 0 && failure.get() == null) {
            LockSupport.parkNanos(random.nextInt(200_000));
            trouble();
        }
        ended = true;
        for (int i = 0; i < channels.length(); i++) {
            channels.get(i).end(null);
        }
        Deadline.await("every party has left", () -> present.get() == 0, this::positions);
    }

    private void trouble() {
        parties.get(random.nextInt(PARTIES)).disturb();
        int place = random.nextInt(channels.length());
        StormChannel channel = channels.get(place);
        try {
            channel.checkStats();
        } catch (AssertionError wrong) {
            failed(wrong);
        }
        if (random.nextInt(50) == 0) {
            replace(place);
            channel.end(random.nextBoolean() ? null : new IllegalStateException("on purpose"));
        }
    }

    private String positions() {
        return "seed " + seed + "\n"
                + parties.stream().map(StormParty::position).collect(Collectors.joining("\n"));
    }

    /** Returns one of the channels, half the time one of the first two, so that many meet there. */
    StormChannel anyChannel(SplittableRandom by) {
        return channels.get(by.nextInt(by.nextBoolean() ? 2 : channels.length()));
    }

    boolean hasEnded() {
        return ended || failure.get() != null;
    }

    void disturbed() {
        disturbances.increment();
    }

    void ended() {
        ends.increment();
    }

    void left() {
        present.decrementAndGet();
    }

    void failed(Throwable thrown) {
        failure.compareAndSet(null, thrown);
    }

    @Nullable
    Throwable failure() {
        return failure.get();
    }

    /** Throws if a channel has lost or doubled something; returns how many elements were sent. */
    long checkAccounts() {
        all.forEach(StormChannel::checkAccounts);
        return all.stream().mapToLong(StormChannel::count).sum();
    }

    /** Returns how many operations were interrupted or cancelled. */
    long disturbances() {
        return disturbances.sum();
    }

    /** Returns how many operations were told of the end by an exception. */
    long ends() {
        return ends.sum();
    }
}
