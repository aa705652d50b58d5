package dev.ropewalk.lab.channels;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.scheduler.Strand;
import org.jspecify.annotations.Nullable;

/** Sends elements and waits for each to come back. */
final class StrandPinger extends StrandParty {
    private final Party.Pinger pinger;
    private final Channel<Element> out;
    private final Channel<Element> in;
    private final long factor;
    private Round round = Round.none();
    private int received;
    private long checksum;

    StrandPinger(Strand strand, Party.Pinger pinger, Channel<Element> out, Channel<Element> in, long factor) {
        super(strand);
        this.pinger = pinger;
        this.out = out;
        this.in = in;
        this.factor = factor;
    }

    @Override
    void begin(Round next) {
        round = next;
        received = 0;
        checksum = 0;
        goOn();
    }

    @Override
    void sent() {
        if (pong(receive(in))) {
            goOn();
        }
    }

    @Override
    void received(Element element) {
        if (pong(element)) {
            goOn();
        }
    }

    private void goOn() {
        while (received < pinger.count()) {
            if (!send(out, Element.at(received)) || !pong(receive(in))) {
                return;
            }
        }
        round.accept(checksum);
    }

    private boolean pong(@Nullable Element element) {
        if (element == null) {
            return false;
        }
        checksum = Element.add(checksum, factor, element);
        received++;
        return true;
    }
}
