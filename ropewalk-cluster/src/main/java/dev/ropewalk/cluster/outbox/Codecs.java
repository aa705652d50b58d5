package dev.ropewalk.cluster.outbox;

import dev.ropewalk.base.LimitedLog;
import dev.ropewalk.base.SafeLog;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.EntityRef;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.cluster.codec.FrameEncoder;
import java.lang.System.Logger.Level;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Writes and reads what is in the records of messages. Any thread may use it. */
final class Codecs {
    private static final SafeLog LOG = new SafeLog("dev.ropewalk.cluster", StoredOutbox.class);
    private static final byte[] NOTHING = new byte[0];

    private final Cluster cluster;
    private final Hosted hosted;
    private final CodecRegistry codecs;
    private final LimitedLog unreadable;

    /** An encoder that nobody uses at this moment. */
    private final AtomicReference<@Nullable FrameEncoder> kept = new AtomicReference<>();

    Codecs(Cluster cluster, Hosted hosted) {
        this.cluster = cluster;
        this.hosted = hosted;
        this.codecs = hosted.codecs();
        this.unreadable =
                new LimitedLog(LOG, "messages of outboxes", cluster.system().scheduler()::nanoTime);
    }

    /** Returns the name of the cluster. */
    String cluster() {
        return hosted.cluster();
    }

    byte[] encode(Object value) {
        return encode(NOTHING, value);
    }

    /** Returns some bytes, and behind them a value as a frame. */
    byte[] encode(byte[] head, Object value) {
        FrameEncoder encoder = kept.getAndSet(null);
        if (encoder == null) {
            encoder = codecs.encoder();
        }
        try {
            return encoder.encode(head, value);
        } finally {
            kept.set(encoder);
        }
    }

    /** Returns to whom a message goes; null if its type isn't hosted here or the key can't be read. */
    @SuppressWarnings("unchecked") // of the type of that name
    <K, M> @Nullable EntityRef<K, M> entity(byte[] record) {
        Stored stored = Stored.read(record, record.length);
        var type = (EntityType<K, M>) hosted.types().apply(stored.type());
        if (type == null) {
            return null;
        }
        try {
            return cluster.entity(type, codecs.decode(stored.key(), type.keyType()));
        } catch (RuntimeException | Error malformed) {
            requireMemory(malformed);
            unreadable.log(
                    Level.WARNING, () -> "the key of " + describe(record) + " can't be read: " + malformed, malformed);
            return null;
        }
    }

    /** Returns the message in a record; null if it can't be read. */
    @Nullable
    Object message(byte[] record) {
        Stored stored = Stored.read(record, record.length);
        EntityType<?, ?> type = hosted.types().apply(stored.type());
        try {
            return type == null ? null : codecs.decode(stored.frame(), type.messageType());
        } catch (RuntimeException | Error malformed) {
            requireMemory(malformed);
            unreadable.log(
                    Level.WARNING,
                    () -> describe(record) + " can't be read, and is put aside: " + malformed,
                    malformed);
            return null;
        }
    }

    /** What can't be read for want of memory is read later. */
    private static void requireMemory(Throwable failed) {
        if (failed instanceof OutOfMemoryError noMemory) {
            throw noMemory;
        }
    }

    /** Returns what a record is, in words. */
    static String describe(byte[] record) {
        Stored stored = Stored.read(record, record.length);
        return "message " + stored.number() + " of lane " + Long.toHexString(stored.lane()) + " to a " + stored.type();
    }
}
