package dev.ropewalk.cluster.local;

import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.channel.ChannelHost;
import dev.ropewalk.scheduler.Scheduler;
import java.util.function.Consumer;

/** The one node of a local cluster as its channels see it: nothing is encoded. */
record LocalChannels(Scheduler scheduler, Node self, Consumer<MessageLoss> losses) implements ChannelHost {
    @Override
    public byte[] encode(byte[] head, Object value) {
        throw new IllegalStateException("nothing is sent from a local cluster, but " + value);
    }

    @Override
    public void lost(MessageLoss loss) {
        losses.accept(loss);
    }

    @Override
    public void idle() {}
}
