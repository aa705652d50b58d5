package dev.ropewalk.lab.affinity;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Path;

/**
 * The least that a ping-pong costs: for each channel one place for one message in shared memory, used again and again, and a
 * counter before it, in the same cache line if the message is short.
 */
final class BareLines implements Transport {
    private static final long MESSAGE_AT = Long.BYTES;

    private final Arena arena = Arena.ofShared();
    private final Path directory;
    private final int bytes;

    BareLines(Path directory, Load load) {
        this.directory = directory;
        this.bytes = load.bytes();
    }

    private SharedCounter counter(Channel channel) throws IOException {
        return SharedCounter.in(directory.resolve(channel.label()), arena);
    }

    @Override
    public Sink sink(Channel channel) throws IOException {
        return new Writer(counter(channel));
    }

    @Override
    public Source source(Channel channel) throws IOException {
        return new Reader(counter(channel), bytes);
    }

    @Override
    public void close() {
        arena.close();
    }

    /** Writes messages, each over the one before. */
    private static final class Writer implements Sink {
        private final SharedCounter counter;
        private long written;

        Writer(SharedCounter counter) {
            this.counter = counter;
        }

        @Override
        public boolean write(byte[] message) {
            MemorySegment.copy(message, 0, counter.memory(), ValueLayout.JAVA_BYTE, MESSAGE_AT, message.length);
            counter.set(++written);
            return true;
        }
    }

    /** Reads the only message. */
    private static final class Reader implements Source {
        private final SharedCounter counter;
        private final byte[] message;
        private long read;

        Reader(SharedCounter counter, int bytes) {
            this.counter = counter;
            message = new byte[bytes];
        }

        @Override
        public int poll(Receiver receiver, int limit) {
            if (counter.get() == read) {
                return 0;
            }
            read++;
            MemorySegment.copy(counter.memory(), ValueLayout.JAVA_BYTE, MESSAGE_AT, message, 0, message.length);
            receiver.receive(message);
            return 1;
        }
    }
}
