package dev.ropewalk.channel;

/** What the outcomes of steps mean to users. */
final class Outcomes {
    private Outcomes() {}

    static SendResult toSendResult(Object outcome) {
        if (outcome instanceof Ended end) {
            return end.sendResult();
        }
        return outcome == Signal.WAIT ? SendResult.Full.INSTANCE : SendResult.Sent.INSTANCE;
    }

    @SuppressWarnings("unchecked") // only elements are sent
    static <T> ReceiveResult<T> toReceiveResult(Object outcome) {
        if (outcome instanceof Ended end) {
            return end.receiveResult();
        }
        return outcome == Signal.WAIT ? ReceiveResult.Empty.instance() : new ReceiveResult.Received<>((T) outcome);
    }
}
