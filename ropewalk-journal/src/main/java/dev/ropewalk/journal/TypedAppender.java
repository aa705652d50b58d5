package dev.ropewalk.journal;

import dev.ropewalk.journal.format.Payloads;
import java.lang.foreign.MemorySegment;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;

/**
 * Appends values by a {@link Codec}. For the use of one thread at a time; errors are those of {@link Appender} and of the
 * codec, which runs before anything is claimed.
 *
 * @param <T> the type of the values
 */
public final class TypedAppender<T> implements AutoCloseable {
    private final Appender appender;
    private final Codec<T> codec;
    private byte[] bytes = new byte[256];
    private MemorySegment memory = MemorySegment.ofArray(bytes);

    TypedAppender(Appender appender, Codec<T> codec) {
        this.appender = appender;
        this.codec = codec;
    }

    /** Appends the value as a record and returns its index. */
    public long append(T record) {
        int size = encode(record);
        return appender.append(bytes, 0, size);
    }

    /**
     * Appends the value as a record; the future completes with its index when it is durable. Its thread and its place among other
     * futures are those of {@link Appender#appendAsync(byte[])}.
     */
    public CompletableFuture<Long> appendAsync(T record) {
        return appender.whenDurable(append(record));
    }

    /** Returns a subscriber that appends each value as a record; see {@link RecordSubscriber}. This belongs to it from then on. */
    public RecordSubscriber<T> subscriber() {
        return new RecordSubscriber<>(appender, this::append);
    }

    private int encode(T record) {
        Objects.requireNonNull(record, "record");
        int size = Payloads.checkLength(codec.size(record));
        if (bytes.length < size) {
            bytes = new byte[Math.max(size, 2 * bytes.length)];
            memory = MemorySegment.ofArray(bytes);
        }
        codec.encode(record, memory, 0);
        return size;
    }

    /** Closes the appender. */
    @Override
    public void close() {
        appender.close();
    }
}
