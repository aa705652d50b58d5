package dev.ropewalk.channel;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** The words in which a channel and its specification are compared. */
public final class Words {
    private Words() {}

    public static String of(SendResult result) {
        return switch (result) {
            case SendResult.Sent() -> "sent";
            case SendResult.Full() -> "full";
            case SendResult.Closed() -> "closed";
            case SendResult.Failed(Throwable cause) -> "failed";
        };
    }

    public static String of(ReceiveResult<Integer> result) {
        return switch (result) {
            case ReceiveResult.Received<Integer>(Integer element) -> "got " + element;
            case ReceiveResult.Empty<Integer>() -> "empty";
            case ReceiveResult.Closed<Integer>() -> "closed";
            case ReceiveResult.Failed<Integer>(Throwable cause) -> "failed";
        };
    }

    static String ofDrain(Channel<Integer> channel, int most) {
        List<Integer> drained = new ArrayList<>();
        try {
            channel.drainTo(drained, most);
        } catch (ChannelFailedException end) {
            return "failed";
        } catch (ChannelClosedException end) {
            return "closed";
        }
        return drained.isEmpty()
                ? "empty"
                : "got " + drained.stream().map(String::valueOf).collect(Collectors.joining(" "));
    }

    public static String of(ChannelStats stats) {
        return stats(
                stats.depth(),
                stats.sends(),
                stats.receives(),
                stats.undelivered(),
                stats.waitingSenders(),
                stats.waitingReceivers(),
                stats.isClosed());
    }

    static String stats(
            int depth, long sends, long receives, long undelivered, int senders, int receivers, boolean isClosed) {
        return "depth " + depth + ", " + sends + " sent, " + receives + " received, " + undelivered + " undelivered, "
                + senders + " send, " + receivers + " receive" + (isClosed ? ", ended" : "");
    }
}
