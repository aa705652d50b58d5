package dev.ropewalk.cluster.channel;

import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.link.HandScheduler;
import dev.ropewalk.scheduler.Scheduler;
import java.util.ArrayList;
import java.util.List;

/** A node whose channels take their steps when the test says so. */
final class HandChannels implements ChannelHost {
    static final Node SELF = new Node("10.0.0.7", 2551, 1);

    final HandScheduler hand = new HandScheduler();
    final List<MessageLoss> losses = new ArrayList<>();

    @Override
    public Scheduler scheduler() {
        return hand.scheduler();
    }

    @Override
    public Node self() {
        return SELF;
    }

    @Override
    public byte[] encode(byte[] head, Object value) {
        throw new UnsupportedOperationException("nothing is sent from here, but " + value);
    }

    @Override
    public void lost(MessageLoss loss) {
        losses.add(loss);
    }

    @Override
    public void idle() {}
}
