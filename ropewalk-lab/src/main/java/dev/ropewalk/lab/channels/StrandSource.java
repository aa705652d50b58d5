package dev.ropewalk.lab.channels;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.scheduler.Strand;

/** Sends elements. */
final class StrandSource extends StrandParty {
    private final Party.Source source;
    private final Channel<Element> out;
    private int sent;

    StrandSource(Strand strand, Party.Source source, Channel<Element> out) {
        super(strand);
        this.source = source;
        this.out = out;
    }

    @Override
    void begin(Round round) {
        sent = 0;
        goOn();
    }

    @Override
    void sent() {
        sent++;
        goOn();
    }

    private void goOn() {
        while (sent < source.count() && send(out, Element.at(source.first() + sent))) {
            sent++;
        }
    }
}
