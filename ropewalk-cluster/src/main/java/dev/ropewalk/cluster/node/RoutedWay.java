package dev.ropewalk.cluster.node;

import dev.ropewalk.actor.ActorFactory;
import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.cluster.MessageLoss.Reason;
import dev.ropewalk.cluster.codec.EncodingException;
import dev.ropewalk.cluster.entity.EntityShard;
import dev.ropewalk.cluster.reliable.Pending;
import dev.ropewalk.cluster.reliable.ReliableSender;
import dev.ropewalk.cluster.reliable.Stamp;
import dev.ropewalk.cluster.reliable.Way;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The way of a sender of this node to an entity that lives somewhere, whose messages are delivered at least once. */
final class RoutedWay<K, M> implements Way<M> {
    private static final int MAX_BYTES = 1 << 30;

    private final RoutedEntityRef<K, M> entity;
    private final ShardRoute<K, M> route;
    private final ClusterNode node;
    private final long number;

    /** What stands before each message, with room for the stamp. */
    private final byte[] head;

    RoutedWay(ClusterNode node, RoutedEntityRef<K, M> entity, ShardRoute<K, M> route, byte[] head, long number) {
        this.entity = entity;
        this.route = route;
        this.node = node;
        this.head = head;
        this.number = number;
    }

    @Override
    public ActorSystem system() {
        return node.system();
    }

    @Override
    public <N> ActorRef<N> spawn(ActorOptions<? super N> options, ActorFactory<N> factory) {
        return node.outlets().spawn(options, factory);
    }

    @Override
    public boolean isClosed() {
        return node.isClosed();
    }

    @Override
    public byte @Nullable [] encode(M message) {
        return route.straight() == null ? encoded(message) : null;
    }

    private byte[] encoded(M message) {
        byte[] bytes = node.encoders().encode(head, message);
        if (bytes.length > MAX_BYTES) {
            throw new EncodingException("a message of " + bytes.length + " bytes is longer than " + MAX_BYTES);
        }
        return bytes;
    }

    @Override
    public byte @Nullable [] wrap(byte[] frame, int offset) {
        if (route.straight() != null) {
            return null;
        }
        byte[] bytes = Arrays.copyOf(head, head.length + frame.length - offset);
        System.arraycopy(frame, offset, bytes, head.length, frame.length - offset);
        return bytes;
    }

    @Override
    public void send(Pending<M> message, Stamp stamp) {
        M sent = message.isEmpty() ? null : message.message();
        EntityShard<K, M> here = route.straight();
        ReliableSender<?, ?> sender = node.senders().sender(number);
        if (sender == null
                || (here != null
                        && here.tellReliably(entity.key(), sent, stamp, sender.origin(), null, RoutedWay::nothing))) {
            return;
        }
        byte[] bytes = sent == null ? head.clone() : bytes(message, sent, stamp);
        stamp.write(ByteBuffer.wrap(bytes, head.length - Stamp.BYTES, Stamp.BYTES));
        sendOut(new ReliableOutgoing(entity.path(), sent, entity.key(), bytes, sender, stamp));
    }

    /** Returns the bytes of a message. Those that were sent once may be on their way still, so another stamp goes into a copy. */
    private byte[] bytes(Pending<M> message, M sent, Stamp stamp) {
        byte[] made = message.bytes();
        if (made == null) {
            made = encoded(sent);
            message.keep(made);
            return made.clone();
        }
        return stamp.isFirst() ? made : made.clone();
    }

    private void sendOut(ReliableOutgoing message) {
        route.enter();
        boolean isSent = false;
        try {
            if (!node.isClosed()) {
                route.actor().tell(message);
                isSent = true;
            }
        } catch (IllegalStateException closing) {
            if (!node.isClosed()) {
                throw closing;
            }
        } finally {
            if (!isSent) {
                route.leave();
            }
        }
        if (!isSent) {
            message.lost(Reason.CLOSED);
        }
    }

    @Override
    public void lost(M message, Reason reason) {
        node.losses().add(new MessageLoss(Optional.empty(), entity.path(), Optional.of(message), reason));
    }

    @Override
    public void redelivered() {
        node.senders().countRedelivery();
    }

    @Override
    public void ended(ReliableSender<?, M> ended) {
        node.senders().remove(number);
    }

    private static void nothing() {}
}
