package dev.ropewalk.cluster.channel;

import org.jspecify.annotations.Nullable;

/**
 * What a sending end tells its channel. All numbers only grow, so the last state says all.
 *
 * @param channel the number of the channel on its node
 * @param asks how many times it has asked for room
 * @param returned how much room it has given back
 * @param finished how many elements it has sent in all, if it sends no more; else -1
 * @param isClosed whether it was closed
 * @param failure with what it was failed; null if it wasn't
 */
record EndState(
        long channel,
        long asks,
        long returned,
        long finished,
        boolean isClosed,
        @Nullable Throwable failure) {
    static EndState first(long channel) {
        return new EndState(channel, 0, 0, -1, false, null);
    }
}
