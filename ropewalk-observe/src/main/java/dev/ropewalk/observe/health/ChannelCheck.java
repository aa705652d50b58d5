package dev.ropewalk.observe.health;

import dev.ropewalk.channel.ChannelStats;

/** Channels that fill up or drop. */
final class ChannelCheck implements PartCheck<ChannelStats> {
    @Override
    public void compare(String part, ChannelStats before, ChannelStats after, Looks looks) {
        looks.checkDrops(
                part,
                "elements were dropped",
                before.undelivered(),
                after.undelivered(),
                "Give it more receivers or another OverflowPolicy");
        looks.checkQueue(
                part,
                "elements and senders",
                waiting(before),
                waiting(after),
                "Give it more receivers, or let senders wait instead of sending asynchronously");
    }

    private static long waiting(ChannelStats channel) {
        return (long) channel.depth() + channel.waitingSenders();
    }
}
