package dev.ropewalk.channel;

import java.util.Objects;

/**
 * What a {@link Channel} has done and holds, taken at one moment.
 *
 * @param name the channel's name
 * @param depth the elements in its buffer
 * @param sends how many elements were sent
 * @param receives how many were received
 * @param undelivered how many were sent and dropped, or given up when the channel failed
 * @param refused how many times a send that may not wait, or not longer, has found no room: the element stays with its sender. Clauses of selects don't count
 * @param waitingSenders the parties that wait to send, selects included
 * @param waitingReceivers the parties that wait to receive, selects included
 * @param isClosed whether the channel was closed or has failed
 */
public record ChannelStats(
        String name,
        int depth,
        long sends,
        long receives,
        long undelivered,
        long refused,
        int waitingSenders,
        int waitingReceivers,
        boolean isClosed) {
    public ChannelStats {
        Objects.requireNonNull(name, "name");
    }
}
