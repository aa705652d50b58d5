package dev.ropewalk.lab.channels;

import dev.ropewalk.lab.channels.Party.Pinger;
import dev.ropewalk.lab.channels.Party.Relay;
import dev.ropewalk.lab.channels.Party.Selector;
import dev.ropewalk.lab.channels.Party.Sink;
import dev.ropewalk.lab.channels.Party.Source;
import dev.ropewalk.lab.coroutines.CoroutineHost;
import dev.ropewalk.lab.kotlin.CoroutineNetwork;

/** A coroutine for each party. */
final class KotlinParties implements Parties {
    private final CoroutineHost host;
    private final CoroutineNetwork<Element> network;

    KotlinParties(Wiring wiring, CoroutineHost host) {
        this.host = host;
        long factor = wiring.factor();
        network = new CoroutineNetwork<>(
                host.dispatcher(),
                wiring.channels(),
                wiring.capacity(),
                Element::at,
                (checksum, element) -> Element.add(checksum, factor, element));
        for (Party party : wiring.parties()) {
            switch (party) {
                case Source source -> network.source(source.channel(), source.first(), source.count());
                case Sink sink -> network.sink(sink.channel(), sink.count());
                case Selector selector -> network.selector(selector.count());
                case Pinger pinger -> network.pinger(pinger.out(), pinger.in(), pinger.count());
                case Relay relay -> network.relay(relay.in(), relay.out());
            }
        }
    }

    @Override
    public void start(Round round) {
        network.start(round);
    }

    @Override
    public void close() {
        network.close();
        host.close();
    }
}
