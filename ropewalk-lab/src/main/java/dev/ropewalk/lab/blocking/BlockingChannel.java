package dev.ropewalk.lab.blocking;

/** A channel of some library. */
public interface BlockingChannel<T> {
    /** Sends an element; waits for room, or for a receiver if the channel has no buffer. */
    void send(T element) throws InterruptedException;

    /** Waits for an element. */
    T receive() throws InterruptedException;
}
