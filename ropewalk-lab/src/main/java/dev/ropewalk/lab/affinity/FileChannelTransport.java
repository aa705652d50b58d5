package dev.ropewalk.lab.affinity;

import java.io.EOFException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file for each channel, written and read by system calls at positions, in blocks where messages come close together. A
 * counter in shared memory tells how much has been written.
 */
final class FileChannelTransport implements Transport {
    private static final int BLOCK_BYTES = 64 << 10;

    private final Arena arena = Arena.ofShared();
    private final Path directory;
    private final Load load;

    FileChannelTransport(Path directory, Load load) {
        this.directory = directory;
        this.load = load;
    }

    private FileChannel file(Channel channel) throws IOException {
        return FileChannel.open(
                directory.resolve(channel.label()),
                StandardOpenOption.CREATE,
                StandardOpenOption.READ,
                StandardOpenOption.WRITE);
    }

    private SharedCounter counter(Channel channel) throws IOException {
        return SharedCounter.in(directory.resolve(channel.label() + ".counter"), arena);
    }

    /** Returns a buffer for a whole number of messages. */
    private ByteBuffer block() {
        return ByteBuffer.allocateDirect(Math.max(1, BLOCK_BYTES / load.bytes()) * load.bytes());
    }

    @Override
    public Sink sink(Channel channel) throws IOException {
        return new FileSink(file(channel), counter(channel), block());
    }

    @Override
    public Source source(Channel channel) throws IOException {
        return new FileSource(file(channel), counter(channel), block(), load.bytes());
    }

    @Override
    public void close() {
        arena.close();
    }

    /** Writes a file. */
    private static final class FileSink implements Sink {
        private final FileChannel file;
        private final SharedCounter counter;
        private final ByteBuffer block;
        private long position;

        FileSink(FileChannel file, SharedCounter counter, ByteBuffer block) {
            this.file = file;
            this.counter = counter;
            this.block = block;
        }

        @Override
        public boolean write(byte[] message) {
            if (!block.hasRemaining()) {
                flush();
            }
            block.put(message);
            return true;
        }

        @Override
        public void flush() {
            block.flip();
            try {
                while (block.hasRemaining()) {
                    position += file.write(block, position);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            block.clear();
            counter.set(position);
        }

        @Override
        public void close() {
            FileChannelTransport.close(file);
        }
    }

    /** Reads a file. */
    private static final class FileSource implements Source {
        private final FileChannel file;
        private final SharedCounter counter;
        private final ByteBuffer block;
        private final byte[] message;
        private long position;

        FileSource(FileChannel file, SharedCounter counter, ByteBuffer block, int bytes) {
            this.file = file;
            this.counter = counter;
            this.block = block.limit(0);
            message = new byte[bytes];
        }

        @Override
        public int poll(Receiver receiver, int limit) {
            if (!block.hasRemaining()) {
                long end = counter.get();
                if (end == position) {
                    return 0;
                }
                read((int) Math.min(block.capacity(), end - position));
            }
            int polled = 0;
            for (; polled < limit && block.hasRemaining(); polled++) {
                block.get(message);
                receiver.receive(message);
            }
            return polled;
        }

        private void read(int bytes) {
            block.clear().limit(bytes);
            try {
                while (block.hasRemaining()) {
                    int read = file.read(block, position);
                    if (read < 0) {
                        throw new EOFException("the file ends at " + position);
                    }
                    position += read;
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            block.flip();
        }

        @Override
        public void close() {
            FileChannelTransport.close(file);
        }
    }

    private static void close(FileChannel file) {
        try {
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
