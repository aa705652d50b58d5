package dev.ropewalk.journal;

import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandles;
import java.util.Objects;

/**
 * How values of a type are written as payloads and read from them. Immutable and thread-safe.
 *
 * {@snippet class="dev.ropewalk.journal.snippets.JournalSnippets" region="codec" :
 * record Trade(long order, double price) {}
 *
 * Codec<Trade> trades = Codec.records(MethodHandles.lookup(), Trade.class);
 * TypedAppender<Trade> appender = journal.appender(trades);
 * appender.append(new Trade(7, 12.5));
 * tailer.poll(trades.handler((trade, index) -> System.out.println(trade.price())), 100);
 * }
 *
 * @param <T> the type
 */
public interface Codec<T> {
    /** Returns how many bytes a value takes. */
    int size(T value);

    /** Writes a value, from an offset on, as many bytes as {@link #size} has said. */
    void encode(T value, MemorySegment memory, long offset);

    /**
     * Returns the value that lies there. It must not refer to the memory.
     *
     * @throws IllegalArgumentException if the bytes are no such value
     */
    T decode(MemorySegment memory, long offset, int length);

    /** Returns the value that a record holds, as {@link Tailer#read()} and its like return it. */
    default T decode(JournalRecord record) {
        byte[] payload = record.payload();
        return decode(MemorySegment.ofArray(payload), 0, payload.length);
    }

    /** Returns a handler for tailers, which decodes each record. */
    default RecordHandler handler(ValueHandler<? super T> handler) {
        Objects.requireNonNull(handler, "handler");
        return (memory, offset, length, index) -> handler.onValue(decode(memory, offset, length), index);
    }

    /** Returns the codec of strings, as UTF-8. What isn't Unicode, a half of a surrogate pair, is written as {@code ?}. */
    static Codec<String> strings() {
        return Utf8Codec.INSTANCE;
    }

    /**
     * Returns the codec of records whose components are of primitive types: one after the other in their order,
     * little-endian, without gaps; a boolean is a byte. So the payload's size is fixed, and another order of the components
     * is another format.
     *
     * @param lookup what may call the record's constructor and accessors: {@code MethodHandles.lookup()}
     * @throws IllegalArgumentException if a component isn't primitive, or the lookup may not call the constructor or an
     *     accessor
     */
    static <R extends Record> Codec<R> records(MethodHandles.Lookup lookup, Class<R> type) {
        Objects.requireNonNull(lookup, "lookup");
        Objects.requireNonNull(type, "type");
        return RecordCodec.of(lookup, type);
    }
}
