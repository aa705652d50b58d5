package dev.ropewalk.lab.affinity;

import java.io.IOException;
import java.nio.file.Path;

/** A process's access to a contender's channels. Sinks and sources are opened and closed by the threads that use them. */
interface Transport extends AutoCloseable {
    /** Returns the writer's end of a channel, when messages can be written. */
    Sink sink(Channel channel) throws Exception;

    /** Returns the reader's end of a channel. */
    Source source(Channel channel) throws Exception;

    @Override
    void close() throws IOException;

    /** Opens a contender's channels. */
    @FunctionalInterface
    interface Opener {
        /**
         * Opens the channels in a directory.
         *
         * @param first whether this process is the first to open them there
         */
        Transport open(Path directory, Load load, boolean first) throws Exception;
    }
}
