package dev.ropewalk.observe.health;

import dev.ropewalk.channel.ChannelStats;
import dev.ropewalk.observe.Finding.Kind;

/** Channels that fill up or drop, and those from which nobody receives. */
final class ChannelCheck implements PartCheck<ChannelStats> {
    @Override
    public void compare(String part, ChannelStats before, ChannelStats after, Looks looks) {
        looks.checkDrops(
                part,
                "element",
                "dropped",
                before.undelivered(),
                after.undelivered(),
                "Give it more receivers or another OverflowPolicy");
        looks.checkQueue(
                part,
                "elements and senders",
                waiting(before),
                waiting(after),
                "Give it more receivers, or let senders wait instead of sending asynchronously");
        checkUnread(part, before, after, looks);
    }

    private static void checkUnread(String part, ChannelStats before, ChannelStats after, Looks looks) {
        // Counts that go back are those of another channel that had the name.
        boolean isAnother = after.receives() < before.receives() || after.sends() < before.sends();
        boolean isRead = after.receives() > before.receives() || after.waitingReceivers() > 0;
        boolean isUnread = !isAnother && !isRead && waiting(before) > 0 && waiting(after) > 0;
        if (isUnread && looks.areApart(looks.options().unreadAfter())) {
            looks.warn(
                    Kind.UNREAD_CHANNEL,
                    part,
                    waiting(after) + " elements and senders are in it, and nobody has received any" + looks.within()
                            + (after.isClosed() ? "; it is closed" : ""),
                    "Has whoever received from it ended? Receive what is left, or close the channel and drop it");
        }
    }

    private static long waiting(ChannelStats channel) {
        return (long) channel.depth() + channel.waitingSenders();
    }
}
