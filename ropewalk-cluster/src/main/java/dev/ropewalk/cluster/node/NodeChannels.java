package dev.ropewalk.cluster.node;

import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.channel.ChannelHost;
import dev.ropewalk.scheduler.Scheduler;

/** The node as its channels see it. */
record NodeChannels(ClusterNode node) implements ChannelHost {
    @Override
    public Scheduler scheduler() {
        return node.system().scheduler();
    }

    @Override
    public Node self() {
        return node.self();
    }

    @Override
    public byte[] encode(byte[] head, Object value) {
        return node.encoders().encode(head, value);
    }

    @Override
    public void lost(MessageLoss loss) {
        node.losses().add(loss);
    }

    @Override
    public void idle() {
        node.idle();
    }
}
