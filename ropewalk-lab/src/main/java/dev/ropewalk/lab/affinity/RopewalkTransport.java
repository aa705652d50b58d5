package dev.ropewalk.lab.affinity;

import dev.ropewalk.journal.Appender;
import dev.ropewalk.journal.Batch;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.journal.JournalOptions;
import dev.ropewalk.journal.RecordHandler;
import dev.ropewalk.journal.Tailer;
import java.nio.file.Path;
import java.util.function.Function;

/** A journal for each channel. */
final class RopewalkTransport implements Transport {
    private static final int BATCH = 64;

    private final Function<Journal, Sink> sinks;
    private final PerChannel<Journal> journals;

    private RopewalkTransport(Path directory, Load load, JournalOptions options, Function<Journal, Sink> sinks) {
        this.sinks = sinks;
        journals = new PerChannel<>(load, channel -> Journal.open(directory.resolve(channel.label()), options));
    }

    /** Returns one whose writers append messages one by one, each as the only writer of its journal. */
    static RopewalkTransport exclusive(Path directory, Load load, JournalOptions options) {
        return new RopewalkTransport(
                directory, load, options, journal -> new AppenderSink(journal.exclusiveAppender()));
    }

    /** Returns one whose writers append messages one by one, and allow for others beside them. */
    static RopewalkTransport shared(Path directory, Load load, JournalOptions options) {
        return new RopewalkTransport(directory, load, options, journal -> new AppenderSink(journal.appender()));
    }

    /** Returns one whose writers append messages in batches, each as the only writer of its journal. */
    static RopewalkTransport inBatches(Path directory, Load load, JournalOptions options) {
        return new RopewalkTransport(directory, load, options, journal -> new BatchSink(journal.exclusiveAppender()));
    }

    @Override
    public Sink sink(Channel channel) {
        return sinks.apply(journals.of(channel));
    }

    @Override
    public Source source(Channel channel) {
        return new JournalSource(journals.of(channel).tailer());
    }

    @Override
    public void close() {
        journals.forEach(Journal::close);
    }

    /** Appends messages one by one. */
    private record AppenderSink(Appender appender) implements Sink {
        @Override
        public boolean write(byte[] message) {
            appender.append(message);
            return true;
        }

        @Override
        public void close() {
            appender.close();
        }
    }

    /** Appends messages in batches. */
    private static final class BatchSink implements Sink {
        private final Appender appender;
        private final Batch batch;
        private int messages;

        BatchSink(Appender appender) {
            this.appender = appender;
            batch = appender.batch();
        }

        @Override
        public boolean write(byte[] message) {
            batch.add(message);
            if (++messages == BATCH) {
                flush();
            }
            return true;
        }

        @Override
        public void flush() {
            if (messages > 0) {
                batch.commit();
                messages = 0;
            }
        }

        @Override
        public void close() {
            appender.close();
        }
    }

    /** Reads a journal. */
    private static final class JournalSource implements Source {
        private final Tailer tailer;
        private final RecordHandler handler = RecordHandler.copying(this::onBytes);
        private Receiver receiver = message -> {};

        JournalSource(Tailer tailer) {
            this.tailer = tailer;
        }

        @Override
        public int poll(Receiver receiver, int limit) {
            this.receiver = receiver;
            return tailer.poll(handler, limit);
        }

        // All messages of a channel have one length, and so has the array.
        private void onBytes(byte[] message, int length, long index) {
            receiver.receive(message);
        }

        @Override
        public void close() {
            tailer.close();
        }
    }
}
