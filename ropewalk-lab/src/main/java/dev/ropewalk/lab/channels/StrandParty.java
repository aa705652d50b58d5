package dev.ropewalk.lab.channels;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.ReceiveResult;
import dev.ropewalk.channel.SendResult;
import dev.ropewalk.scheduler.Strand;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A party without a thread: its steps are tasks of a strand. As a thread does, it goes on where it needn't wait, and only
 * otherwise is called back.
 */
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

    /** Sends an element. Returns whether that is done; if not, {@link #sent} will be called. */
    final boolean send(Channel<Element> out, Element element) {
        if (out.trySend(element)) {
            return true;
        }
        out.sendAsync(element, strand, onSent);
        return false;
    }

    /** Returns an element; if there is none, {@link #received} will be called. */
    final @Nullable Element receive(Channel<Element> in) {
        Optional<Element> element = in.tryReceive();
        if (element.isPresent()) {
            return element.get();
        }
        in.receiveAsync(strand, onReceived);
        return null;
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
