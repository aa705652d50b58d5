package dev.ropewalk.lab.affinity;

/** The writer's end of a channel. Used by one thread. */
@FunctionalInterface
interface Sink extends AutoCloseable {
    /**
     * Writes a message. It may stay invisible until further ones are written or {@link #flush} is called.
     *
     * @return false if there is no room for the time being
     */
    boolean write(byte[] message);

    /** Makes what was written visible. */
    default void flush() {}

    @Override
    default void close() {}
}
