package dev.ropewalk.lab.channels;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.Select;
import dev.ropewalk.channel.SelectBuilder;
import dev.ropewalk.lab.channels.Party.Pinger;
import dev.ropewalk.lab.channels.Party.Relay;
import dev.ropewalk.lab.channels.Party.Selector;
import dev.ropewalk.lab.channels.Party.Sink;
import dev.ropewalk.lab.channels.Party.Source;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.SchedulerStats;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A strand for each party, and callbacks: no party has a thread. */
final class StrandParties implements Parties {
    private final long factor;
    private final Scheduler scheduler;
    private final List<Channel<Element>> channels;
    private final List<StrandParty> inEachRound = new ArrayList<>();

    StrandParties(Wiring wiring, int workers) {
        factor = wiring.factor();
        scheduler = Scheduler.builder().workers(workers).build();
        channels = Stream.generate(() -> wiring.capacity() == 0
                        ? Channel.<Element>rendezvous()
                        : Channel.<Element>buffered(wiring.capacity()))
                .limit(wiring.channels())
                .toList();
        wiring.parties().forEach(this::add);
    }

    private void add(Party party) {
        switch (party) {
            case Source source ->
                inEachRound.add(new StrandSource(scheduler.newStrand(), source, channels.get(source.channel())));
            case Sink sink ->
                inEachRound.add(new StrandSink(scheduler.newStrand(), sink, channels.get(sink.channel()), factor));
            case Pinger pinger ->
                inEachRound.add(new StrandPinger(
                        scheduler.newStrand(), pinger, channels.get(pinger.out()), channels.get(pinger.in()), factor));
            case Relay relay ->
                new StrandRelay(scheduler.newStrand(), channels.get(relay.in()), channels.get(relay.out()));
            case Selector selector ->
                inEachRound.add(new StrandSelector(scheduler.newStrand(), selector, selectOfAll(), factor));
        }
    }

    private Select<Element> selectOfAll() {
        SelectBuilder<Element> builder = Select.fair();
        for (Channel<Element> channel : channels) {
            builder = builder.receive(channel, element -> element);
        }
        return builder.build();
    }

    @Override
    public void start(Round round) {
        inEachRound.forEach(party -> party.start(round));
    }

    @Override
    public Optional<SchedulerStats> schedulerStats() {
        return Optional.of(scheduler.stats());
    }

    @Override
    public void close() {
        scheduler.close();
    }
}
