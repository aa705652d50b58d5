package dev.ropewalk.cluster.service;

import dev.ropewalk.actor.ServiceKey;
import dev.ropewalk.cluster.codec.CodecRegistry;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** Which topics have subscribers on another node. */
public final class PeerTopics {
    /** Sends what was published to that node. */
    @FunctionalInterface
    public interface Way {
        /** Sends a message, with what stands before it; waits as sending to an actor does. */
        void send(String recipient, Object message, byte[] bytes);
    }

    private final CodecRegistry codecs;
    private final Way way;
    private final Consumer<PeerTopics> end;
    private final Set<ServiceKey<?>> wanted = ConcurrentHashMap.newKeySet();

    PeerTopics(CodecRegistry codecs, Way way, Consumer<PeerTopics> end) {
        this.codecs = codecs;
        this.way = way;
        this.end = end;
    }

    /** Reads a record that tells of topics; called by the link's listener. */
    public void received(ByteBuffer record) {
        while (record.hasRemaining()) {
            boolean hasSubscribers = ServiceRecords.readFlag(record);
            Optional<ServiceKey<?>> key = ServiceRecords.readKey(record, codecs);
            if (key.isPresent()) {
                boolean ignored = hasSubscribers ? wanted.add(key.get()) : wanted.remove(key.get());
            }
        }
    }

    /** Returns whether a topic has subscribers there, as far as is known. */
    boolean wants(ServiceKey<?> topic) {
        return wanted.contains(topic);
    }

    void send(String recipient, Object message, byte[] bytes) {
        way.send(recipient, message, bytes);
    }

    /** That node is no member any more. */
    public void end() {
        end.accept(this);
    }
}
