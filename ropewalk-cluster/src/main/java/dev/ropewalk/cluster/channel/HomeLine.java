package dev.ropewalk.cluster.channel;

import dev.ropewalk.cluster.Node;

/** The way from a sending end to the node of its channel. */
interface HomeLine {
    /** Returns that node. */
    Node home();

    /** Makes the bytes of an element, with room for its number; none if it stays on this node. */
    byte[] encode(long channel, Object element);

    /** Tells the state of an end, as it is when that is told. */
    void tell(ChannelEnd<?> end);

    /** Sends an element; returns false if there is no credit on the link, and has the end {@linkplain ChannelEnd#creditGrew() hear} when there is. */
    boolean trySend(SentValue value);

    /** Forgets an end, of which the channel has told the last. */
    void forget(ChannelEnd<?> end);
}
