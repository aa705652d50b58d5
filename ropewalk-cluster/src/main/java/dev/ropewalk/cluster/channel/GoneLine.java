package dev.ropewalk.cluster.channel;

import dev.ropewalk.cluster.MessageLoss.Reason;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.RemoteFailureException;

/** The way to a channel that isn't there any more: nothing goes there. */
record GoneLine(Node home) implements HomeLine {
    private static final byte[] NONE = new byte[0];

    /** Returns an end that has failed. */
    ChannelEnd<?> sender(ChannelHost host, long id, String name) {
        var end = new ChannelEnd<>(host, this, id, name);
        end.gone(
                new RemoteFailureException(home, "channel " + name + " isn't at " + home + " any more"),
                Reason.NODE_GONE);
        return end;
    }

    @Override
    public byte[] encode(long channel, Object element) {
        return NONE;
    }

    @Override
    public void tell(ChannelEnd<?> end) {}

    @Override
    public boolean trySend(SentValue value) {
        return false;
    }

    @Override
    public void forget(ChannelEnd<?> end) {}
}
