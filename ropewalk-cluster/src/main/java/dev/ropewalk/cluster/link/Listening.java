package dev.ropewalk.cluster.link;

import dev.ropewalk.cluster.MessageLoss;
import java.nio.ByteBuffer;

/** Calls a listener, and keeps what it throws from the link. */
final class Listening {
    private final LinkListener listener;
    private final LinkLog log;

    Listening(LinkListener listener, LinkLog log) {
        this.listener = listener;
        this.log = log;
    }

    /** Hands out a message that is part of a frame. Whatever fails, the message's credit comes back. */
    void messageReceived(Arrivals arrivals, byte[] frame, int at, int length) {
        var credit = new Arrivals.Arrived(arrivals, length);
        try {
            listener.messageReceived(ByteBuffer.wrap(frame, at, length), credit);
        } catch (Throwable thrown) {
            log.failed("the listener has failed at a message", thrown);
            credit.giveBack();
        }
    }

    void controlReceived(byte[] record) {
        try {
            listener.controlReceived(record);
        } catch (Throwable thrown) {
            log.failed("the listener has failed at a control record", thrown);
        }
    }

    void lost(Object what, MessageLoss.Reason reason) {
        try {
            listener.lost(what, reason);
        } catch (Throwable thrown) {
            log.failed("the listener has failed at a lost message", thrown);
        }
    }

    void creditGrew() {
        try {
            listener.creditGrew();
        } catch (Throwable thrown) {
            log.failed("the listener has failed to hear of credit", thrown);
        }
    }
}
