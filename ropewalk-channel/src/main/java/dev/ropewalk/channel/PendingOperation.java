package dev.ropewalk.channel;

/** An operation that waits without a thread, begun by {@link Sender#sendAsync}, {@link Receiver#receiveAsync} or {@link Select#selectAsync}. */
public interface PendingOperation {
    /**
     * Gives the operation up, if it hasn't happened. Nothing of it is left behind, and its callback isn't called.
     *
     * @return whether this call has given it up; if not, the callback was or will be called, or it was given up before
     */
    boolean cancel();
}
