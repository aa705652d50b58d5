package dev.ropewalk.lab.channels;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.scheduler.Strand;

/** Passes elements on, without end and from its making on. */
final class StrandRelay extends StrandParty {
    private final Channel<Element> in;
    private final Channel<Element> out;

    StrandRelay(Strand strand, Channel<Element> in, Channel<Element> out) {
        super(strand);
        this.in = in;
        this.out = out;
        strand.execute(this::sent);
    }

    @Override
    void received(Element element) {
        if (send(out, element)) {
            sent();
        }
    }

    @Override
    void sent() {
        Element element = receive(in);
        while (element != null && send(out, element)) {
            element = receive(in);
        }
    }
}
