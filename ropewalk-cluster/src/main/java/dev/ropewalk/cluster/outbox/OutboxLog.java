package dev.ropewalk.cluster.outbox;

import java.util.concurrent.locks.LockSupport;

/**
 * Records in their order, each with an index, and the position from which the next opening reads. What is returned from outlives the process. For the use of one thread at a time, but for {@link #force} and readers.
 *
 * <p>All methods throw a {@link RuntimeException} if that which is below refuses; a record isn't there then.
 */
public interface OutboxLog extends AutoCloseable {
    /** How many records {@link #replay} asks for at once. */
    int REPLAY_RECORDS = 1024;

    /** How long it waits before it looks again. */
    long PAUSE_NANOS = 1_000_000;

    /** Returns what tells the last time from others when records may have been lost at the end, in this opening or before it; empty if the last recovery has lost none. */
    String lastCut();

    /** Appends a record and returns its index. */
    long append(byte[] record);

    /** Returns when all that was appended before is on the disk. Any thread may call it. */
    void force();

    /** Returns the position that was set last, by this opening or the one before. */
    long position();

    /** Sets the position, up to which records may be deleted. */
    void position(long index);

    /**
     * Hands over the records from the position up to an index, which is at most that behind the last one. Those that a writer has left halfway, when it died, are waited for until they are passed.
     */
    default void replay(long end, Visitor visitor) {
        try (Reader reader = reader()) {
            reader.seek(position());
            while (reader.index() < end) {
                if (reader.poll(visitor, (int) Math.min(REPLAY_RECORDS, end - reader.index())) == 0) {
                    LockSupport.parkNanos(PAUSE_NANOS);
                }
            }
        }
    }

    /** Returns a reader, which stands before the oldest record. */
    Reader reader();

    @Override
    void close();

    /** Reads records. For the use of one thread at a time. */
    interface Reader extends AutoCloseable {
        /** Goes to a record. */
        void seek(long index);

        /** Returns the index of the next record. */
        long index();

        /** Hands over the records that are there, so many at most; returns how many there were. */
        int poll(Visitor visitor, int limit);

        @Override
        void close();
    }

    /** Looks at a record. */
    @FunctionalInterface
    interface Visitor {
        /**
         * Looks.
         *
         * @param bytes whose first {@code length} are the record; used again afterwards
         */
        void visit(byte[] bytes, int length, long index);
    }
}
