package dev.ropewalk.lab.channels;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.scheduler.Strand;

/** Sends elements. */
final class StrandSource extends StrandParty {
    private final Party.Source source;
    private final Channel<Element> out;
    private int number;

    StrandSource(Strand strand, Party.Source source, Channel<Element> out) {
        super(strand);
        this.source = source;
        this.out = out;
    }

    @Override
    void begin(Round round) {
        number = source.first();
        send(out, Element.at(number));
    }

    @Override
    void sent() {
        number++;
        if (number < source.first() + source.count()) {
            send(out, Element.at(number));
        }
    }
}
