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
    public long append(T value) {
        int size = encode(value);
        return appender.append(bytes, 0, size);
    }

    /** Appends the value as a record; the future completes with its index when it is durable, see {@link Appender#appendAsync(byte[])}. */
    public CompletableFuture<Long> appendAsync(T value) {
        return appender.whenDurable(append(value));
    }

    private int encode(T value) {
        Objects.requireNonNull(value, "value");
        int size = Payloads.checkLength(codec.size(value));
        if (bytes.length < size) {
            bytes = new byte[Math.max(size, 2 * bytes.length)];
            memory = MemorySegment.ofArray(bytes);
        }
        codec.encode(value, memory, 0);
        return size;
    }

    /** Closes the appender. */
    @Override
    public void close() {
        appender.close();
    }
}
