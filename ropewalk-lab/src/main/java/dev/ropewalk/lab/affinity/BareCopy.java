package dev.ropewalk.lab.affinity;

import dev.ropewalk.journal.JournalOptions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The least that it costs to move messages through a file: copies into and out of files mapped as the journal's are, with
 * nothing between messages, and one counter for blocks of them.
 */
final class BareCopy implements Transport {
    private static final long SEGMENT_BYTES = JournalOptions.defaults().segmentBytes();
    private static final long BLOCK_BYTES = 64 << 10;

    private final Arena arena = Arena.ofShared();
    private final Map<Long, MemorySegment> segments = new ConcurrentHashMap<>();
    private final Path directory;
    private final int bytes;
    private final long perSegment;
    private final long perBlock;

    BareCopy(Path directory, Load load) {
        this.directory = directory;
        bytes = load.bytes();
        perSegment = SEGMENT_BYTES / bytes;
        perBlock = Math.max(1, BLOCK_BYTES / bytes);
    }

    private SharedCounter counter(Channel channel) throws IOException {
        return SharedCounter.in(directory.resolve(channel.label()), arena);
    }

    private MemorySegment segment(long number) {
        return segments.computeIfAbsent(number, missing -> {
            try {
                return MappedFile.map(directory.resolve("segment" + missing), SEGMENT_BYTES, arena);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    @Override
    public Sink sink(Channel channel) throws IOException {
        return new Writer(counter(channel));
    }

    @Override
    public Source source(Channel channel) throws IOException {
        return new Reader(counter(channel));
    }

    @Override
    public void close() {
        arena.close();
    }

    /** Copies messages into the file. */
    private final class Writer implements Sink {
        private final SharedCounter counter;
        private MemorySegment segment = segment(0);
        private long number;
        private long written;
        private long inSegment;

        Writer(SharedCounter counter) {
            this.counter = counter;
        }

        @Override
        public boolean write(byte[] message) {
            if (inSegment == perSegment) {
                segment = segment(++number);
                inSegment = 0;
            }
            MemorySegment.copy(message, 0, segment, ValueLayout.JAVA_BYTE, inSegment * bytes, bytes);
            inSegment++;
            if (++written % perBlock == 0) {
                flush();
            }
            return true;
        }

        @Override
        public void flush() {
            counter.set(written);
        }
    }

    /** Copies messages out of the file. */
    private final class Reader implements Source {
        private final SharedCounter counter;
        private final byte[] message = new byte[bytes];
        private MemorySegment segment = segment(0);
        private long number;
        private long read;
        private long inSegment;

        Reader(SharedCounter counter) {
            this.counter = counter;
        }

        @Override
        public int poll(Receiver receiver, int limit) {
            int polled = (int) Math.min(limit, counter.get() - read);
            for (int k = 0; k < polled; k++) {
                if (inSegment == perSegment) {
                    segment = segment(++number);
                    inSegment = 0;
                }
                MemorySegment.copy(segment, ValueLayout.JAVA_BYTE, inSegment * bytes, message, 0, bytes);
                receiver.receive(message);
                inSegment++;
            }
            read += polled;
            return polled;
        }
    }
}
