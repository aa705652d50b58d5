package dev.ropewalk.lab.affinity;

import java.util.function.LongSupplier;
import org.HdrHistogram.Histogram;

/** The two sides of a ping-pong. */
final class PingPong {
    private static final long HIGHEST_NANOS = 60_000_000_000L;
    private static final int DIGITS = 3;
    /** Of so many round trips the first is not scored: both sides get going. */
    private static final int UNSCORED_ONE_IN = 16;

    private final Load load;
    private final LongSupplier clock;
    private final Histogram latencies = new Histogram(HIGHEST_NANOS, DIGITS);
    private long received;
    private long sum;

    PingPong(Load load, LongSupplier clock) {
        this.load = load;
        this.clock = clock;
    }

    /** Returns the side that sends messages, each when the one before has come back. */
    Duo.Side pinger(Transport transport) {
        return () -> {
            Source source = transport.source(Channel.BACK);
            return leg(source, transport.sink(Channel.FORTH), this::ping);
        };
    }

    /** Returns the side that sends each message back. */
    static Duo.Side echo(Transport transport) {
        return () -> {
            Source source = transport.source(Channel.FORTH);
            return leg(source, transport.sink(Channel.BACK), PingPong::echo);
        };
    }

    private static Duo.Leg leg(Source source, Sink sink, Part part) {
        return new Duo.Leg() {
            @Override
            public void run() {
                part.play(source, sink);
            }

            @Override
            public void close() {
                sink.close();
                source.close();
            }
        };
    }

    private void ping(Source source, Sink sink) {
        var message = new byte[load.bytes()];
        var spin = new Spin();
        long unscored = load.amount() / UNSCORED_ONE_IN;
        Receiver receiver = back -> {
            sum = Message.sum(sum, back);
            received++;
        };
        for (long number = 0; number < load.amount(); number++) {
            Message.number(message, number);
            long start = clock.getAsLong();
            send(sink, message, spin);
            while (source.poll(receiver, 1) == 0) {
                spin.once();
            }
            long took = clock.getAsLong() - start;
            if (number >= unscored) {
                latencies.recordValue(Math.clamp(took, 0, HIGHEST_NANOS));
            }
        }
        Message.number(message, Message.LAST);
        send(sink, message, spin);
    }

    private static void echo(Source source, Sink sink) {
        var spin = new Spin();
        var echo = new Echo(sink, spin);
        while (!echo.isOver) {
            if (source.poll(echo, 1) == 0) {
                spin.once();
            }
        }
    }

    private static void send(Sink sink, byte[] message, Spin spin) {
        while (!sink.write(message)) {
            spin.once();
        }
        sink.flush();
    }

    /** Returns how long the round trips took, in nanoseconds. */
    Histogram latencies() {
        return latencies;
    }

    String answer() {
        return Load.answer(received, sum);
    }

    @FunctionalInterface
    private interface Part {
        void play(Source source, Sink sink);
    }

    /** Sends back what it gets, until the last message. */
    private static final class Echo implements Receiver {
        private final Sink sink;
        private final Spin spin;
        private boolean isOver;

        Echo(Sink sink, Spin spin) {
            this.sink = sink;
            this.spin = spin;
        }

        @Override
        public void receive(byte[] message) {
            if (Message.number(message) == Message.LAST) {
                isOver = true;
            } else {
                send(sink, message, spin);
            }
        }
    }
}
