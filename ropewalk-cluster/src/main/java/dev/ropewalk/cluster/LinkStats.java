package dev.ropewalk.cluster;

import dev.ropewalk.base.Nulls;
import java.util.Map;

/**
 * What was counted of the link to another node, both ways. Of the messages to it: {@code sent} is the sum of {@code acknowledged}, of what is {@code inFlight}, and of the
 * {@code lost}, once the numbers stand still. Of those from it: {@code received} counts what has arrived, and {@code dropped} what of that wasn't handled.
 *
 * @param sent messages that were sent to it
 * @param acknowledged those of which it has said that they arrived
 * @param inFlight those of which it hasn't said so yet
 * @param credit how many may be sent at this moment
 * @param lost those that have vanished, or whose fate isn't known since it is gone
 * @param received messages that have come from it
 * @param dropped those of them that nobody handled, by why
 */
public record LinkStats(
        long sent,
        long acknowledged,
        long inFlight,
        long credit,
        long lost,
        long received,
        Map<MessageLoss.Reason, Long> dropped) {
    /** Makes a copy of the map. */
    public LinkStats {
        dropped = Nulls.copy(dropped, "dropped");
    }
}
