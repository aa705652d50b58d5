package dev.ropewalk.lab.affinity;

/** The reader's end of a channel: it copies each message out. Used by one thread. */
@FunctionalInterface
interface Source extends AutoCloseable {
    /** Hands on what has arrived, at most so many messages; returns how many. */
    int poll(Receiver receiver, int limit);

    @Override
    default void close() {}
}
