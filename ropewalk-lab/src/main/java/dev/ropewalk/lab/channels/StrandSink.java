package dev.ropewalk.lab.channels;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.scheduler.Strand;

/** Receives elements. */
final class StrandSink extends StrandParty {
    private final Party.Sink sink;
    private final Channel<Element> in;
    private final long factor;
    private Round round = Round.none();
    private int received;
    private long checksum;

    StrandSink(Strand strand, Party.Sink sink, Channel<Element> in, long factor) {
        super(strand);
        this.sink = sink;
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
    void received(Element element) {
        take(element);
        goOn();
    }

    private void goOn() {
        while (received < sink.count()) {
            Element element = receive(in);
            if (element == null) {
                return;
            }
            take(element);
        }
        round.accept(checksum);
    }

    private void take(Element element) {
        checksum = Element.add(checksum, factor, element);
        received++;
    }
}
