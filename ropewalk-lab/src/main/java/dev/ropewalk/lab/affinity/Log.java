package dev.ropewalk.lab.affinity;

import java.io.IOException;
import java.nio.file.Path;

/** A contender's log of entries on disk, for several writers. */
interface Log extends AutoCloseable {
    /** Returns a writer, for one thread. */
    Writer writer() throws Exception;

    /** Returns how many entries there are, by reading all of them. */
    long entries() throws Exception;

    @Override
    void close() throws IOException;

    /** Appends entries. Used by one thread. */
    @FunctionalInterface
    interface Writer extends AutoCloseable {
        /** Appends an entry, which is durable when this returns if the log is opened for that; returns how many came before it. */
        long append(byte[] entry) throws Exception;

        @Override
        default void close() {}
    }

    /** Opens a contender's log. */
    @FunctionalInterface
    interface Opener {
        /** Opens the log in a directory. It is durable if the workload is {@link Workload#DURABLE}. */
        Log open(Path directory, Load load) throws Exception;
    }
}
