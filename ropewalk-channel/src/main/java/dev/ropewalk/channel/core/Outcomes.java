package dev.ropewalk.channel.core;

import dev.ropewalk.channel.DrainResult;
import dev.ropewalk.channel.ReceiveResult;
import dev.ropewalk.channel.Receiver;
import dev.ropewalk.channel.SendResult;
import dev.ropewalk.channel.Sender;
import java.util.Optional;

/** What the outcomes of steps mean to users. */
public final class Outcomes {
    private Outcomes() {}

    public static SendResult toSendResult(Object outcome) {
        if (outcome instanceof Closure closure) {
            return closure.sendResult();
        }
        return outcome == Signal.WAIT ? SendResult.full() : SendResult.sent();
    }

    @SuppressWarnings("unchecked") // only elements are sent
    public static <T> ReceiveResult<T> toReceiveResult(Object outcome) {
        if (outcome instanceof Closure closure) {
            return closure.receiveResult();
        }
        return outcome == Signal.WAIT ? ReceiveResult.empty() : ReceiveResult.received((T) outcome);
    }

    /** Returns whether an element was sent; throws if the channel has ended. */
    public static boolean isSent(SendResult result, Sender<?> end) {
        return switch (result) {
            case SendResult.Sent() -> true;
            case SendResult.Full() -> false;
            case SendResult.Closed() -> throw Closure.CLOSED.exception(end.name());
            case SendResult.Failed(Throwable cause) -> throw new Closure(cause).exception(end.name());
        };
    }

    /** Returns the element that was received, or nothing if there was none; throws if the channel has ended. */
    public static <T> Optional<T> received(ReceiveResult<T> result, Receiver<?> end) {
        return switch (result) {
            case ReceiveResult.Received<T>(T element) -> Optional.of(element);
            case ReceiveResult.Empty<T>() -> Optional.empty();
            case ReceiveResult.Closed<T>() -> throw Closure.CLOSED.exception(end.name());
            case ReceiveResult.Failed<T>(Throwable cause) -> throw new Closure(cause).exception(end.name());
        };
    }

    /** Returns how many elements were received; throws if the channel has ended. */
    public static int drained(DrainResult result, Receiver<?> end) {
        return switch (result) {
            case DrainResult.Drained(int count) -> count;
            case DrainResult.Empty() -> 0;
            case DrainResult.Closed() -> throw Closure.CLOSED.exception(end.name());
            case DrainResult.Failed(Throwable cause) -> throw new Closure(cause).exception(end.name());
        };
    }
}
