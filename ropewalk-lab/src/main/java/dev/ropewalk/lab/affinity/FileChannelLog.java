package dev.ropewalk.lab.affinity;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.atomic.AtomicLong;

/** A file in which each writer writes at the next position, and then forces. Nothing but the kernel makes groups. */
final class FileChannelLog implements Log {
    private final FileChannel file;
    private final int bytes;
    private final AtomicLong entries = new AtomicLong();

    FileChannelLog(Path directory, Load load) throws IOException {
        file = FileChannel.open(
                directory.resolve("log"), StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
        bytes = load.bytes();
        entries.set(file.size() / bytes);
    }

    @Override
    public Writer writer() {
        ByteBuffer buffer = ByteBuffer.allocateDirect(bytes);
        return entry -> {
            buffer.clear().put(entry).flip();
            long number = entries.getAndIncrement();
            long position = number * bytes;
            while (buffer.hasRemaining()) {
                position += file.write(buffer, position);
            }
            file.force(false);
            return number;
        };
    }

    @Override
    public long entries() throws IOException {
        return file.size() / bytes;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
