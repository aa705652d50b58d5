package dev.ropewalk.cluster.channel;

import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.scheduler.Scheduler;

/** The node as its channels see it. */
public interface ChannelHost {
    Scheduler scheduler();

    Node self();

    /** Returns some bytes, and behind them a value as a frame. */
    byte[] encode(byte[] head, Object value);

    /** Tells of an element that won't be received. */
    void lost(MessageLoss loss);

    /** Nothing may be on its way from here any more. */
    void idle();
}
