package dev.ropewalk.channel.core;

import dev.ropewalk.channel.ReceiveResult;
import dev.ropewalk.channel.SendResult;

/** What the outcomes of steps mean to users. */
public final class Outcomes {
    private Outcomes() {}

    public static SendResult toSendResult(Object outcome) {
        if (outcome instanceof Ended end) {
            return end.sendResult();
        }
        return outcome == Signal.WAIT ? SendResult.full() : SendResult.sent();
    }

    @SuppressWarnings("unchecked") // only elements are sent
    public static <T> ReceiveResult<T> toReceiveResult(Object outcome) {
        if (outcome instanceof Ended end) {
            return end.receiveResult();
        }
        return outcome == Signal.WAIT ? ReceiveResult.empty() : ReceiveResult.received((T) outcome);
    }
}
