package dev.ropewalk.lab.channels;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.ReceiveResult;
import dev.ropewalk.channel.SendResult;
import dev.ropewalk.scheduler.Strand;
import java.util.function.Consumer;

/** A party without a thread: its steps are tasks of a strand. */
abstract class StrandParty {
    private final Strand strand;
    private final Consumer<SendResult> onSent = this::sent;
    private final Consumer<ReceiveResult<Element>> onReceived = this::received;

    StrandParty(Strand strand) {
        this.strand = strand;
    }

    /** Begins a round, from a thread outside. */
    final void start(Round round) {
        strand.execute(() -> begin(round));
    }

    final void send(Channel<Element> out, Element element) {
        out.sendAsync(element, strand, onSent);
    }

    final void receive(Channel<Element> in) {
        in.receiveAsync(strand, onReceived);
    }

    private void sent(SendResult result) {
        if (!result.isSent()) {
            throw new IllegalStateException("an element wasn't sent, but " + result);
        }
        sent();
    }

    private void received(ReceiveResult<Element> result) {
        if (result instanceof ReceiveResult.Received<Element>(Element element)) {
            received(element);
        } else {
            throw new IllegalStateException("no element was received, but " + result);
        }
    }

    /** Takes the first step of a round. */
    void begin(Round round) {}

    /** Takes the next step after {@link #send}. */
    void sent() {}

    /** Takes the next step after {@link #receive}. */
    void received(Element element) {}
}
