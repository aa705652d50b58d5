package dev.ropewalk.lab.affinity;

/** Gets a source's messages. */
@FunctionalInterface
interface Receiver {
    /** Takes a message, in an array that the source uses again for the next one. */
    void receive(byte[] message);
}
