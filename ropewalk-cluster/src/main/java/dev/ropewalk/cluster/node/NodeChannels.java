package dev.ropewalk.cluster.node;

import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.channel.ChannelHost;
import dev.ropewalk.scheduler.Scheduler;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The node as its channels see it.
 *
 * @param node what outlets are in
 * @param itself tells which node this is
 * @param losses is told what is lost
 */
record NodeChannels(OutletHost node, Supplier<Node> itself, Consumer<MessageLoss> losses) implements ChannelHost {
    @Override
    public Scheduler scheduler() {
        return node.system().scheduler();
    }

    @Override
    public Node self() {
        return itself.get();
    }

    @Override
    public byte[] encode(byte[] head, Object value) {
        return node.encoders().encode(head, value);
    }

    @Override
    public void lost(MessageLoss loss) {
        losses.accept(loss);
    }

    @Override
    public void idle() {
        node.idle();
    }
}
