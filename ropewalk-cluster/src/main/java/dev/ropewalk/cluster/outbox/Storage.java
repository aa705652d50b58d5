package dev.ropewalk.cluster.outbox;

import java.util.Optional;

/** Where an outbox keeps what must outlive its process. {@code toString} names it. */
public interface Storage {
    /** Opens the messages. If no identity is written after that, the next opening finds one that is of no known time and not closed, since this one may have cut the end. */
    OutboxLog messages();

    /** Opens the messages that couldn't be read, if there ever were any. */
    Optional<OutboxLog> unreadable();

    /** Opens the messages that couldn't be read. */
    OutboxLog newUnreadable();

    /** Returns what the last opening has written; empty if there was none, or that can't be read. */
    Optional<Identity> identity();

    /** Replaces that, on the disk. */
    void identity(Identity identity);

    /** Returns what identifies the time since the machine has started; empty if that isn't known. */
    String boot();

    /**
     * By what entities know the senders of an outbox.
     *
     * @param openings how often it was opened
     * @param salt is mixed into the ids of senders; another one makes them unknown to entities
     * @param boot in which time since the machine's start it was opened
     * @param cut the {@linkplain OutboxLog#lastCut last cut} that it has found
     * @param cluster the name of the cluster to whose entities its messages go
     * @param isClosed whether it was closed, after all was on the disk
     */
    record Identity(long openings, long salt, String boot, String cut, String cluster, boolean isClosed) {}
}
