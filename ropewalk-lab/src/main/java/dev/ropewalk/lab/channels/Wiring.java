package dev.ropewalk.lab.channels;

import dev.ropewalk.lab.channels.Party.Pinger;
import dev.ropewalk.lab.channels.Party.Relay;
import dev.ropewalk.lab.channels.Party.Selector;
import dev.ropewalk.lab.channels.Party.Sink;
import dev.ropewalk.lab.channels.Party.Source;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The processes of a workload and the channels between them, the same for all contenders. Channels are numbered from 0.
 *
 * @param capacity of each channel, 0 for rendezvous
 * @param ordered whether elements come to each receiver in the order in which one sender sent them
 * @param receives how often an element is received in a round, on all channels together
 */
record Wiring(int channels, int capacity, boolean ordered, long receives, List<Party> parties) {
    private static final int ORDERED_FACTOR = 31;

    Wiring {
        parties = List.copyOf(parties);
    }

    /** Returns pairs of one sender and one receiver, each with a channel of their own. */
    static Wiring pairs(int pairs, int capacity, int elements) {
        int each = Math.max(1, elements / pairs);
        List<Party> parties = IntStream.range(0, pairs)
                .boxed()
                .<Party>flatMap(pair -> Stream.of(new Source(pair, pair, each), new Sink(pair, each)))
                .toList();
        return new Wiring(pairs, capacity, true, (long) pairs * each, parties);
    }

    /** Returns two processes and two rendezvous channels: each element goes there and back. */
    static Wiring pingPong(int elements) {
        int each = Math.max(1, elements / 2);
        return new Wiring(2, 0, true, 2L * each, List.of(new Pinger(0, 1, each), new Relay(0, 1)));
    }

    /** Returns a row of processes between a sender and a receiver, with rendezvous channels. */
    static Wiring chain(int relays, int elements) {
        int each = Math.max(1, elements / (relays + 1));
        Stream<Party> ends = Stream.of(new Source(0, 0, each), new Sink(relays, each));
        Stream<Party> row = IntStream.range(0, relays).mapToObj(k -> new Relay(k, k + 1));
        return new Wiring(
                relays + 1,
                0,
                true,
                (relays + 1L) * each,
                Stream.concat(ends, row).toList());
    }

    /** Returns one receiver that selects over rendezvous channels, each with a sender. */
    static Wiring select(int channels, int elements) {
        int each = Math.max(1, elements / channels);
        Stream<Party> sources = IntStream.range(0, channels).mapToObj(k -> new Source(k, k * each, each));
        int all = channels * each;
        return new Wiring(
                channels,
                0,
                false,
                all,
                Stream.concat(sources, Stream.of(new Selector(all))).toList());
    }

    /** Returns senders and receivers on one channel. */
    static Wiring shared(int senders, int receivers, int capacity, int elements) {
        int each = Math.max(1, elements / (senders * receivers));
        Stream<Party> sources =
                IntStream.range(0, senders).mapToObj(k -> new Source(0, k * each * receivers, each * receivers));
        Stream<Party> sinks =
                Stream.generate(() -> (Party) new Sink(0, each * senders)).limit(receivers);
        return new Wiring(
                1,
                capacity,
                false,
                (long) each * senders * receivers,
                Stream.concat(sources, sinks).toList());
    }

    /** Returns the factor of the receivers' checksums. */
    int factor() {
        return ordered ? ORDERED_FACTOR : 1;
    }

    /** Returns how many parties report a checksum at the end of a round. */
    int reporters() {
        return (int) parties.stream()
                .filter(party -> party instanceof Sink || party instanceof Selector || party instanceof Pinger)
                .count();
    }

    /** Returns an answer as contenders give it. */
    String answer(long checksum) {
        return String.format(Locale.ROOT, "%d elements received, checksum %016x", receives, checksum);
    }

    /** Returns the right answer, found by loops over what is sent. */
    String answer() {
        return answer(parties.stream().mapToLong(this::checksumOfSent).sum());
    }

    private long checksumOfSent(Party party) {
        return switch (party) {
            case Source source -> Element.checksum(factor(), source.first(), source.count());
            case Pinger pinger -> Element.checksum(factor(), 0, pinger.count());
            case Sink sink -> 0;
            case Selector selector -> 0;
            case Relay relay -> 0;
        };
    }
}
