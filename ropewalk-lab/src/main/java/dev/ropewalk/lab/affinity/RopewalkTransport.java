package dev.ropewalk.lab.affinity;

import dev.ropewalk.journal.Appender;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.journal.JournalOptions;
import dev.ropewalk.journal.RecordHandler;
import dev.ropewalk.journal.Tailer;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;

/** A journal for each channel, with its defaults. */
final class RopewalkTransport implements Transport {
    private final PerChannel<Journal> journals;

    RopewalkTransport(Path directory, Load load) {
        journals = new PerChannel<>(
                load, channel -> Journal.open(directory.resolve(channel.label()), JournalOptions.defaults()));
    }

    @Override
    public Sink sink(Channel channel) {
        Appender appender = journals.of(channel).appender();
        return new Sink() {
            @Override
            public boolean write(byte[] message) {
                appender.append(message);
                return true;
            }

            @Override
            public void close() {
                appender.close();
            }
        };
    }

    @Override
    public Source source(Channel channel) {
        return new JournalSource(journals.of(channel).tailer());
    }

    @Override
    public void close() {
        journals.forEach(Journal::close);
    }

    /** Reads a journal. */
    private static final class JournalSource implements Source, RecordHandler {
        private final Tailer tailer;
        private Receiver receiver = message -> {};
        private byte[] message = {};

        JournalSource(Tailer tailer) {
            this.tailer = tailer;
        }

        @Override
        public int poll(Receiver receiver, int limit) {
            this.receiver = receiver;
            return tailer.poll(this, limit);
        }

        @Override
        public void onRecord(MemorySegment memory, long offset, int length, long index) {
            if (message.length != length) {
                message = new byte[length];
            }
            MemorySegment.copy(memory, ValueLayout.JAVA_BYTE, offset, message, 0, length);
            receiver.receive(message);
        }

        @Override
        public void close() {
            tailer.close();
        }
    }
}
