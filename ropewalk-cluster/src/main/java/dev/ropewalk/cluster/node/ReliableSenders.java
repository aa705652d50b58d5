package dev.ropewalk.cluster.node;

import dev.ropewalk.cluster.EntityFailedException;
import dev.ropewalk.cluster.reliable.ReliableSender;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/** The senders of this node whose messages are delivered at least once, by the numbers under which other nodes know them. Any thread may use it. */
final class ReliableSenders {
    private final AtomicLong last = new AtomicLong();
    private final Map<Long, ReliableSender<?, ?>> senders = new ConcurrentHashMap<>();
    private final LongAdder redelivered = new LongAdder();
    private volatile boolean ended;

    /**
     * Adds a sender.
     *
     * @param path of the entity
     * @throws IllegalStateException if the node is closed
     */
    <K, M> ReliableSender<K, M> open(String path, LongFunction<ReliableSender<K, M>> make) {
        return open(path, last.incrementAndGet(), make);
    }

    /**
     * Adds a sender with a number of its own.
     *
     * @param path of the entity
     * @throws IllegalStateException if the node is closed
     */
    <K, M> ReliableSender<K, M> open(String path, long number, LongFunction<ReliableSender<K, M>> make) {
        requireOpen(path);
        ReliableSender<K, M> made = make.apply(number);
        senders.put(number, made);
        if (ended) {
            made.end();
        }
        requireOpen(path);
        return made;
    }

    private void requireOpen(String path) {
        if (ended) {
            throw new IllegalStateException("the cluster of " + path + " is closed");
        }
    }

    @Nullable
    ReliableSender<?, ?> sender(long number) {
        return senders.get(number);
    }

    void remove(long number) {
        senders.remove(number);
    }

    void countRedelivery() {
        redelivered.increment();
    }

    long redelivered() {
        return redelivered.sum();
    }

    // What other nodes say

    /** Reads which messages were handled, and who is to begin again. */
    void handled(ByteBuffer from) {
        while (from.hasRemaining()) {
            ReliableSender<?, ?> sender = senders.get(from.getLong());
            long before = from.getLong();
            int round = from.getInt();
            long token = from.getLong();
            if (sender != null) {
                sender.handled(before, false);
                if (round >= 0) {
                    sender.again(round, token);
                }
            }
        }
    }

    /** Reads what entities have thrown. */
    void thrown(ByteBuffer from) {
        while (from.hasRemaining()) {
            ReliableSender<?, ?> sender = senders.get(from.getLong());
            long number = from.getLong();
            String text = StandardCharsets.UTF_8.decode(Envelope.readPart(from)).toString();
            if (sender != null) {
                sender.failed(number, new EntityFailedException(sender.entity().path() + " has thrown " + text));
            }
        }
    }

    /** A node is no member any more: what it had taken and hadn't handled is lost. */
    void nodeGone() {
        senders.values().forEach(ReliableSender::inquire);
    }

    /** Gives up what waits: the node has ended. */
    void end() {
        ended = true;
        List.copyOf(senders.values()).forEach(ReliableSender::end);
    }
}
