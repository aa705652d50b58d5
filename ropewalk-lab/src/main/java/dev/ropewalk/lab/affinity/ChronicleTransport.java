package dev.ropewalk.lab.affinity;

import java.nio.file.Path;
import net.openhft.chronicle.bytes.Bytes;
import net.openhft.chronicle.queue.ChronicleQueue;
import net.openhft.chronicle.queue.ExcerptAppender;
import net.openhft.chronicle.queue.ExcerptTailer;
import net.openhft.chronicle.queue.rollcycles.SparseRollCycles;
import net.openhft.chronicle.wire.DocumentContext;

/** A Chronicle Queue for each channel. */
final class ChronicleTransport implements Transport {
    /** How many bytes are mapped at once; with its default of 64 MiB it is a little slower. */
    private static final int BLOCK_BYTES = 256 << 20;

    private final PerChannel<ChronicleQueue> queues;

    ChronicleTransport(Path directory, Load load) {
        queues = new PerChannel<>(load, channel -> open(directory.resolve(channel.label())));
    }

    /** Opens a queue whose files are indexed as sparsely as possible, which is best when entries are read in order. */
    static ChronicleQueue open(Path directory) {
        return ChronicleQueue.singleBuilder(directory)
                .rollCycle(SparseRollCycles.HUGE_DAILY_XSPARSE)
                .blockSize(BLOCK_BYTES)
                .build();
    }

    @Override
    public Sink sink(Channel channel) {
        ExcerptAppender appender = queues.of(channel).createAppender();
        return new Sink() {
            @Override
            public boolean write(byte[] message) {
                try (DocumentContext document = appender.writingDocument()) {
                    document.wire().bytes().write(message);
                }
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
        return new QueueSource(queues.of(channel).createTailer());
    }

    @Override
    public void close() {
        queues.forEach(ChronicleQueue::close);
    }

    /** Reads a queue. */
    private static final class QueueSource implements Source {
        private final ExcerptTailer tailer;
        private byte[] message = {};

        QueueSource(ExcerptTailer tailer) {
            this.tailer = tailer;
        }

        @Override
        public int poll(Receiver receiver, int limit) {
            for (int polled = 0; polled < limit; polled++) {
                try (DocumentContext document = tailer.readingDocument()) {
                    if (!document.isPresent()) {
                        return polled;
                    }
                    Bytes<?> bytes = document.wire().bytes();
                    int length = (int) bytes.readRemaining();
                    if (message.length != length) {
                        message = new byte[length];
                    }
                    bytes.read(message);
                }
                receiver.receive(message);
            }
            return limit;
        }

        @Override
        public void close() {
            tailer.close();
        }
    }
}
