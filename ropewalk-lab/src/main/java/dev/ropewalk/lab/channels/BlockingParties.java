package dev.ropewalk.lab.channels;

import dev.ropewalk.lab.blocking.BlockingChannel;
import dev.ropewalk.lab.blocking.BlockingLibrary;
import dev.ropewalk.lab.blocking.Selection;
import dev.ropewalk.lab.channels.Party.Pinger;
import dev.ropewalk.lab.channels.Party.Relay;
import dev.ropewalk.lab.channels.Party.Selector;
import dev.ropewalk.lab.channels.Party.Sink;
import dev.ropewalk.lab.channels.Party.Source;
import dev.ropewalk.scheduler.SchedulerStats;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.stream.Stream;

/** A virtual thread for each party, and channels that block it. */
final class BlockingParties implements Parties {
    private final long factor;
    private final BlockingLibrary library;
    private final List<BlockingChannel<Element>> channels;
    private final List<BlockingQueue<Round>> gates = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();
    /** For parties that fail outside a round of their own. */
    private volatile Round current = Round.none();

    BlockingParties(Wiring wiring, BlockingLibrary library) {
        factor = wiring.factor();
        this.library = library;
        channels = Stream.generate(() -> library.<Element>channel(wiring.capacity()))
                .limit(wiring.channels())
                .toList();
        wiring.parties().forEach(this::spawn);
    }

    private void spawn(Party party) {
        switch (party) {
            case Source source -> inEachRound(round -> send(source, channels.get(source.channel())));
            case Sink sink -> inEachRound(round -> round.accept(receive(sink, channels.get(sink.channel()))));
            case Selector selector -> {
                Selection<Element> selection = library.select(channels);
                inEachRound(round -> round.accept(select(selector, selection)));
            }
            case Pinger pinger ->
                inEachRound(round ->
                        round.accept(sendAndReceive(pinger, channels.get(pinger.out()), channels.get(pinger.in()))));
            case Relay relay -> start(() -> passOn(channels.get(relay.in()), channels.get(relay.out())));
        }
    }

    private void inEachRound(Work work) {
        var gate = new ArrayBlockingQueue<Round>(1);
        gates.add(gate);
        start(() -> {
            while (true) {
                work.in(gate.take());
            }
        });
    }

    private void start(Body body) {
        threads.add(library.start(() -> {
            try {
                body.run();
            } catch (InterruptedException e) {
                // The trial is closed.
            } catch (Throwable e) {
                current.fail(e);
            }
        }));
    }

    private static void send(Source source, BlockingChannel<Element> out) throws InterruptedException {
        for (int number = source.first(); number < source.first() + source.count(); number++) {
            out.send(Element.at(number));
        }
    }

    private long receive(Sink sink, BlockingChannel<Element> in) throws InterruptedException {
        long checksum = 0;
        for (int k = 0; k < sink.count(); k++) {
            checksum = Element.add(checksum, factor, in.receive());
        }
        return checksum;
    }

    private long select(Selector selector, Selection<Element> selection) throws InterruptedException {
        long checksum = 0;
        for (int k = 0; k < selector.count(); k++) {
            checksum = Element.add(checksum, factor, selection.receive());
        }
        return checksum;
    }

    private long sendAndReceive(Pinger pinger, BlockingChannel<Element> out, BlockingChannel<Element> in)
            throws InterruptedException {
        long checksum = 0;
        for (int number = 0; number < pinger.count(); number++) {
            out.send(Element.at(number));
            checksum = Element.add(checksum, factor, in.receive());
        }
        return checksum;
    }

    private static void passOn(BlockingChannel<Element> in, BlockingChannel<Element> out) throws InterruptedException {
        while (true) {
            out.send(in.receive());
        }
    }

    @Override
    public void start(Round round) throws InterruptedException {
        current = round;
        for (BlockingQueue<Round> gate : gates) {
            gate.put(round);
        }
    }

    @Override
    public Optional<SchedulerStats> schedulerStats() {
        return library.schedulerStats();
    }

    @Override
    public void close() {
        threads.forEach(Thread::interrupt);
        library.close();
    }

    @FunctionalInterface
    private interface Body {
        void run() throws InterruptedException;
    }

    @FunctionalInterface
    private interface Work {
        void in(Round round) throws InterruptedException;
    }
}
