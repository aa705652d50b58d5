package dev.ropewalk.lab.channels;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.scheduler.Strand;

/** Sends elements and waits for each to come back. */
final class StrandPinger extends StrandParty {
    private final Party.Pinger pinger;
    private final Channel<Element> out;
    private final Channel<Element> in;
    private final long factor;
    private Round round = Round.none();
    private int number;
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
        number = 0;
        checksum = 0;
        send(out, Element.at(number));
    }

    @Override
    void sent() {
        receive(in);
    }

    @Override
    void received(Element element) {
        checksum = Element.add(checksum, factor, element);
        number++;
        if (number < pinger.count()) {
            send(out, Element.at(number));
        } else {
            round.accept(checksum);
        }
    }
}
