package dev.ropewalk.cluster.channel;

import dev.ropewalk.cluster.MessageLoss.Reason;

/** An element on its way from a sending end. */
public final class SentValue {
    final ChannelEnd<?> end;
    final Object element;

    /** What is sent; empty if it stays on its node. */
    final byte[] bytes;

    final SentValues.Place inUnsent = new SentValues.Place(this);
    final SentValues.Place inKept = new SentValues.Place(this);

    /** Its place among all that the end has sent. Set when it is accepted. */
    long number;

    /** Whether it was received, or is a loss that was told, or has come, and one of the nodes has left. Belongs to the end's strand. */
    boolean isDecided;

    SentValue(ChannelEnd<?> end, Object element, byte[] bytes) {
        this.end = end;
        this.element = element;
        this.bytes = bytes;
    }

    /** It was received from its sender, and can't be accepted. */
    void undelivered() {
        end.undelivered(this);
    }

    /** It didn't arrive, as far as its link knows. */
    public void lost(Reason reason) {
        end.lost(this, reason);
    }
}
