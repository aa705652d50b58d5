package dev.ropewalk.stress;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.ChannelBuilder;
import dev.ropewalk.channel.ChannelStats;
import dev.ropewalk.channel.ReceiveResult;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A channel under stress, with an account of what its parties say that they have sent and received. */
final class StormChannel {
    /** An element: who sent it, and a number that grows with each that its sender begins to send. */
    record Letter(int from, long number) {}

    /** How to make a channel of some kind, and how many elements it holds. */
    record Recipe(int capacity, Function<ChannelBuilder<Letter>, Channel<Letter>> open) {}

    static final List<Recipe> RECIPES = List.of(
            new Recipe(0, ChannelBuilder::rendezvous),
            new Recipe(1, builder -> builder.buffered(1)),
            new Recipe(3, builder -> builder.buffered(3)),
            new Recipe(70, builder -> builder.buffered(70)),
            new Recipe(Integer.MAX_VALUE, ChannelBuilder::unlimited),
            new Recipe(1, ChannelBuilder::conflated),
            new Recipe(3, builder -> builder.dropOldest(3)),
            new Recipe(3, builder -> builder.dropNewest(3)));

    /** How many letters, and a sum in which each counts differently. */
    private static final class Account {
        final LongAdder count = new LongAdder();
        final LongAdder sum = new LongAdder();

        void add(Letter letter) {
            count.increment();
            sum.add(Submitter.mix(letter.from, letter.number));
        }

        @Override
        public String toString() {
            return count + " (" + sum + ")";
        }
    }

    final Channel<Letter> channel;

    /** The number of its recipe, and its place among the channels in use. */
    final int place;

    private final int capacity;
    private final Account sent = new Account();
    private final Account received = new Account();
    private final Account undelivered = new Account();

    StormChannel(int place) {
        Recipe recipe = RECIPES.get(place);
        this.place = place;
        channel = recipe.open.apply(Channel.<Letter>builder().onUndelivered(undelivered::add));
        capacity = recipe.capacity;
    }

    void sent(Letter letter) {
        sent.add(letter);
    }

    void received(Letter letter) {
        received.add(letter);
    }

    /** Ends the channel. If that is done in good order, what waits in it is received, so that every sender goes on. */
    void end(@Nullable Throwable cause) {
        if (cause != null) {
            channel.fail(cause);
        } else {
            channel.close();
        }
        while (channel.tryReceiveResult() instanceof ReceiveResult.Received<Letter>(Letter letter)) {
            received(letter);
        }
    }

    /** Throws if the statistics contradict themselves, as they never may. */
    void checkStats() {
        ChannelStats stats = channel.stats();
        boolean balanced = stats.sends() == stats.receives() + stats.undelivered() + stats.depth();
        boolean sendersWaitForRoom = stats.waitingSenders() == 0 || stats.depth() == capacity;
        boolean receiversWaitForElements = stats.waitingReceivers() == 0 || stats.depth() == 0;
        if (!balanced || !sendersWaitForRoom || !receiversWaitForElements || stats.depth() > capacity) {
            throw new AssertionError(stats.toString());
        }
    }

    /** Throws if an element was lost or doubled, or somebody still waits; the channel has ended and its parties have left. */
    void checkAccounts() {
        checkStats();
        ChannelStats stats = channel.stats();
        boolean right = sent.sum.sum() == received.sum.sum() + undelivered.sum.sum()
                && stats.sends() == sent.count.sum()
                && stats.receives() == received.count.sum()
                && stats.undelivered() == undelivered.count.sum()
                && stats.depth() == 0
                && stats.waitingSenders() == 0
                && stats.waitingReceivers() == 0;
        if (!right) {
            throw new AssertionError(
                    stats + ": sent " + sent + ", received " + received + ", undelivered " + undelivered);
        }
    }

    long count() {
        return sent.count.sum();
    }
}
