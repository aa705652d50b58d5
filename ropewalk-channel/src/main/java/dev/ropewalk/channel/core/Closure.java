package dev.ropewalk.channel.core;

import dev.ropewalk.channel.ChannelClosedException;
import dev.ropewalk.channel.ChannelFailedException;
import dev.ropewalk.channel.DrainResult;
import dev.ropewalk.channel.ReceiveResult;
import dev.ropewalk.channel.SendResult;
import org.jspecify.annotations.Nullable;

/**
 * The end of a channel.
 *
 * @param cause why it has failed, or null if it was closed
 */
public record Closure(@Nullable Throwable cause) {
    public static final Closure CLOSED = new Closure(null);

    public ChannelClosedException exception(String channel) {
        return cause == null
                ? new ChannelClosedException("channel " + channel + " was closed")
                : new ChannelFailedException("channel " + channel + " has failed: " + cause, cause);
    }

    SendResult sendResult() {
        return cause == null ? SendResult.closed() : SendResult.failed(cause);
    }

    DrainResult drainResult() {
        return cause == null ? DrainResult.closed() : DrainResult.failed(cause);
    }

    <T> ReceiveResult<T> receiveResult() {
        return cause == null ? ReceiveResult.closed() : ReceiveResult.failed(cause);
    }
}
