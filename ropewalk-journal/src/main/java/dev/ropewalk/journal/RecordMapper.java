package dev.ropewalk.journal;

import java.lang.foreign.MemorySegment;

/**
 * What a {@link RecordPublisher} makes of a record.
 *
 * @param <T> the type of its elements
 */
@FunctionalInterface
public interface RecordMapper<T> {
    /**
     * Returns the element for a record. It must not refer to the memory.
     *
     * @param memory where the payload lies: read-only, and mapped, not to be used after this call returns
     * @param offset where the payload starts
     * @param length its length in bytes
     * @param index the record's index
     */
    T map(MemorySegment memory, long offset, int length, long index);
}
