package dev.ropewalk.cluster.channel;

import dev.ropewalk.cluster.Node;

/** The way from a sending end to its channel on the same node. */
record LocalLine(Node home, ChannelHome<?> channel) implements HomeLine {
    private static final byte[] NONE = new byte[0];

    @Override
    public byte[] encode(long id, Object element) {
        if (!channel.type().isInstance(element)) { // by a raw type: its room would be lost with it
            throw new ClassCastException("an element of channel " + channel.name() + " is a "
                    + channel.type().getName() + ", not a " + element.getClass().getName());
        }
        return NONE;
    }

    @Override
    public void tell(ChannelEnd<?> end) {
        channel.heard(home, end.state(), account -> end.heard(account.state()));
    }

    @Override
    public boolean trySend(SentValue value) {
        channel.received(home, value.number, value.element);
        return true;
    }

    @Override
    public void forget(ChannelEnd<?> end) {}
}
