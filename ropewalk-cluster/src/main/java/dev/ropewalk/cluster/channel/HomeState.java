package dev.ropewalk.cluster.channel;

import org.jspecify.annotations.Nullable;

/**
 * What a channel tells a sending end. All numbers only grow, and so does the mode, so the last state says all.
 *
 * @param channel the number of the channel on its node
 * @param granted for how many elements the end has been granted room
 * @param arrived how many elements have come, without a gap
 * @param received how many were received
 * @param recalls how many times it was told to give back what it doesn't use
 * @param mode how the channel is
 * @param cause why it fails; null unless it does
 */
record HomeState(
        long channel,
        long granted,
        long arrived,
        long received,
        long recalls,
        Mode mode,
        @Nullable Throwable cause) {
    /** How a channel is. */
    enum Mode {
        OPEN,
        /** What waits to be sent is still accepted. */
        CLOSING,
        /** What was accepted is still received. */
        LEAVING,
        /** Nothing is received any more. */
        FAILED,
        /** Everything was received. */
        OVER
    }

    static HomeState first(long channel) {
        return new HomeState(channel, 0, 0, 0, 0, Mode.OPEN, null);
    }
}
