package dev.ropewalk.lab.affinity;

/** The two sides of a channel that is kept busy. */
final class Throughput {
    /** How many messages a reader takes at once at most. */
    private static final int LIMIT = 1 << 10;

    private final Load load;
    private long received;
    private long sum;

    Throughput(Load load) {
        this.load = load;
    }

    /** Returns the side that writes all messages. */
    Duo.Side writer(Transport transport) {
        return () -> {
            Sink sink = transport.sink(Channel.FORTH);
            return new Duo.Leg() {
                @Override
                public void run() {
                    write(sink);
                }

                @Override
                public void close() {
                    sink.close();
                }
            };
        };
    }

    /** Returns the side that reads them. */
    Duo.Side reader(Transport transport) {
        return () -> {
            Source source = transport.source(Channel.FORTH);
            return new Duo.Leg() {
                @Override
                public void run() {
                    read(source);
                }

                @Override
                public void close() {
                    source.close();
                }
            };
        };
    }

    private void write(Sink sink) {
        var message = new byte[load.bytes()];
        var spin = new Spin();
        for (long number = 0; number < load.amount(); number++) {
            Message.number(message, number);
            while (!sink.write(message)) {
                spin.once();
            }
        }
        sink.flush();
    }

    private void read(Source source) {
        var spin = new Spin();
        Receiver receiver = message -> sum = Message.sum(sum, message);
        while (received < load.amount()) {
            int polled = source.poll(receiver, LIMIT);
            if (polled == 0) {
                spin.once();
            }
            received += polled;
        }
    }

    String answer() {
        return Load.answer(received, sum);
    }
}
