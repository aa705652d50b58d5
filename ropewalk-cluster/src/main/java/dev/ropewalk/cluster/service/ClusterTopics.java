package dev.ropewalk.cluster.service;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.MailboxFullException;
import dev.ropewalk.actor.ServiceKey;
import dev.ropewalk.actor.cell.CellSystem;
import dev.ropewalk.base.Names;
import dev.ropewalk.cluster.Topic;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.cluster.link.Link;
import dev.ropewalk.cluster.link.News;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** The topics of a node: who of this node has subscribed to which, and which other nodes have subscribers. */
public final class ClusterTopics {
    private final Roster<ServiceKey<?>> subscribers;
    private final List<PeerTopics> peers = new CopyOnWriteArrayList<>();
    private final Missed missed;
    private final @Nullable CodecRegistry codecs;
    private final BiFunction<byte[], Object, byte[]> encoder;
    private final byte kind;

    /** Is told that a subscriber's mailbox was full. */
    @FunctionalInterface
    public interface Missed {
        /** A subscriber has missed a message. */
        void message(String recipient, Object message);
    }

    /** Makes those of a local cluster. */
    public ClusterTopics(ActorSystem system, Missed missed) {
        this(system, missed, null, (head, message) -> head, (byte) 0);
    }

    /**
     * Makes those of a node of many.
     *
     * @param encoder returns some bytes, and behind them a message as a frame
     * @param kind of the messages
     */
    public ClusterTopics(
            ActorSystem system,
            Missed missed,
            @Nullable CodecRegistry codecs,
            BiFunction<byte[], Object, byte[]> encoder,
            byte kind) {
        this.missed = missed;
        this.codecs = codecs;
        this.encoder = encoder;
        this.kind = kind;
        this.subscribers = new Roster<>((CellSystem) system, Comparator.comparing(ServiceKey::name), this::write);
    }

    private byte[] write(ServiceKey<?> topic) {
        return ServiceRecords.topic(topic, subscribers.isOpen(topic));
    }

    /**
     * Returns a topic.
     *
     * @throws IllegalArgumentException if its messages can't be sent, or no object is one
     */
    public <M> Topic<M> topic(String name, Class<M> type) {
        Objects.requireNonNull(name, "name");
        if (Objects.requireNonNull(type, "type").isPrimitive()) {
            throw new IllegalArgumentException("the messages of the topic '" + Names.shown(name)
                    + "' can't be of the primitive type " + type + "; its wrapper will do");
        }
        var key = new ServiceKey<>(name, type);
        if (codecs != null) {
            ServiceRecords.check(key, codecs, "topic");
        }
        return new OwnTopic<>(key);
    }

    private static String path(ServiceKey<?> topic) {
        return "topic " + topic.name();
    }

    private final class OwnTopic<M> implements Topic<M> {
        private final ServiceKey<M> key;
        private final byte[] head;

        OwnTopic(ServiceKey<M> key) {
            this.key = key;
            this.head = ServiceRecords.head(kind, key);
        }

        @Override
        public String name() {
            return key.name();
        }

        @Override
        public Class<M> type() {
            return key.type();
        }

        @Override
        public void publish(M message) {
            Objects.requireNonNull(message, "message");
            List<PeerTopics> nodes =
                    peers.stream().filter(peer -> peer.wants(key)).toList();
            byte[] bytes = nodes.isEmpty() ? head : encoder.apply(head, message);
            var sends = new Sends();
            for (ActorRef<?> subscriber : subscribers.members(key)) {
                sends.attempt(() -> tell(subscriber, message));
            }
            for (PeerTopics node : nodes) {
                sends.attempt(() -> node.send(path(key), message, bytes));
            }
            sends.end();
        }

        @Override
        public void subscribe(ActorRef<? super M> subscriber) {
            subscribers.add(key, Objects.requireNonNull(subscriber, "subscriber"));
        }

        @Override
        public void unsubscribe(ActorRef<? super M> subscriber) {
            subscribers.remove(key, Objects.requireNonNull(subscriber, "subscriber"));
        }

        @Override
        public String toString() {
            return "Topic[" + key.name() + "]";
        }
    }

    @SuppressWarnings("unchecked") // it has subscribed to messages of this type
    private void tell(ActorRef<?> subscriber, Object message) {
        try {
            ((ActorRef<Object>) subscriber).tell(message);
        } catch (MailboxFullException full) {
            missed.message(subscriber.path(), message);
        }
    }

    /** Sends to one after another, though one throws: the thread was interrupted, or code of the recipient's mailbox fails. */
    private static final class Sends {
        private @Nullable RuntimeException first;

        void attempt(Runnable send) {
            try {
                send.run();
            } catch (RuntimeException thrown) {
                if (first == null) {
                    first = thrown;
                }
            }
        }

        void end() {
            if (first != null) {
                throw first;
            }
        }
    }

    // Other nodes

    /** This node leaves: others are to send nothing to its subscribers any more. */
    public void leave() {
        subscribers.leave();
    }

    /**
     * Begins to tell a node which topics have subscribers here, and to hear that of it.
     *
     * @param kind of the records
     * @param way how messages are sent there
     */
    public PeerTopics open(Link link, byte kind, PeerTopics.Way way) {
        News<ServiceKey<?>> news = subscribers.open(link, kind);
        var peer = new PeerTopics(Objects.requireNonNull(codecs), way, ended -> {
            subscribers.close(news);
            peers.remove(ended);
        });
        peers.add(peer);
        return peer;
    }

    /**
     * Reads a message from another node, behind its kind; empty if nobody here can have subscribed.
     *
     * @throws dev.ropewalk.cluster.codec.MalformedFrameException if it isn't one of the topic's type
     */
    public Optional<Published> read(ByteBuffer from) {
        CodecRegistry known = Objects.requireNonNull(codecs);
        return ServiceRecords.readKey(from, known)
                .map(key -> new Published(known.decode(from, key.type()), subscribers.members(key)));
    }

    /** Returns what a message from another node was published to, behind its kind; empty if nobody here can have subscribed. */
    public Optional<String> readPath(ByteBuffer from) {
        return ServiceRecords.readKey(from, Objects.requireNonNull(codecs)).map(key -> "/" + path(key));
    }

    /**
     * A message that has come.
     *
     * @param message what was published
     * @param subscribers who is to get it
     */
    public record Published(Object message, Set<ActorRef<?>> subscribers) {}
}
