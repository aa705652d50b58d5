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
        OPEN(0),
        /** What waits to be sent is still accepted. */
        CLOSING(1),
        /** What was accepted is still received. */
        LEAVING(2),
        /** Nothing is received any more. */
        FAILED(3),
        /** Everything was received. */
        OVER(4);

        /** What travels. */
        final byte code;

        Mode(int code) {
            this.code = (byte) code;
        }

        /** Returns the mode of a code. */
        static Mode of(byte code) {
            for (Mode each : values()) {
                if (each.code == code) {
                    return each;
                }
            }
            throw new IllegalArgumentException("no channel is in the mode " + code);
        }
    }

    static HomeState first(long channel) {
        return new HomeState(channel, 0, 0, 0, 0, Mode.OPEN, null);
    }
}
