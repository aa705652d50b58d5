package dev.ropewalk.sim.disk;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.NonReadableChannelException;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.OverlappingFileLockException;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import org.jspecify.annotations.Nullable;

/** An open file of a simulated disk. An interrupt doesn't close it. */
final class DiskChannel extends FileChannel {
    private final DiskFiles files;
    private final Inode file;
    private final boolean isReadable;
    private final boolean isWritable;
    private final boolean appends;
    private long position;

    DiskChannel(DiskFiles files, Inode file, boolean isReadable, boolean isWritable, boolean appends) {
        this.files = files;
        this.file = file;
        this.isReadable = isReadable;
        this.isWritable = isWritable;
        this.appends = appends;
    }

    private void checkReadable() throws IOException {
        checkOpen();
        if (!isReadable) {
            throw new NonReadableChannelException();
        }
    }

    private void checkWritable() throws IOException {
        checkOpen();
        if (!isWritable) {
            throw new NonWritableChannelException();
        }
    }

    private void checkOpen() throws IOException {
        if (!isOpen()) {
            throw new ClosedChannelException();
        }
    }

    @Override
    public int read(ByteBuffer to) throws IOException {
        int read = read(to, position);
        position += Math.max(0, read);
        return read;
    }

    @Override
    public int read(ByteBuffer to, long from) throws IOException {
        checkReadable();
        int bytes = (int) Math.min(to.remaining(), file.size() - from);
        if (bytes <= 0) {
            return to.hasRemaining() ? -1 : 0;
        }
        file.read(from, MemorySegment.ofBuffer(to).asSlice(0, bytes));
        to.position(to.position() + bytes);
        return bytes;
    }

    @Override
    public long read(ByteBuffer[] to, int offset, int length) throws IOException {
        long all = 0;
        for (int i = offset; i < offset + length; i++) {
            int read = read(to[i]);
            if (read < 0) {
                return all == 0 ? -1 : all;
            }
            all += read;
        }
        return all;
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
        if (appends) {
            position = file.size();
        }
        int written = write(from, position);
        position += written;
        return written;
    }

    @Override
    public int write(ByteBuffer from, long to) throws IOException {
        checkWritable();
        int bytes = from.remaining();
        files.checkRoom(file, to + bytes);
        file.write(MemorySegment.ofBuffer(from), to);
        from.position(from.limit());
        return bytes;
    }

    @Override
    public long write(ByteBuffer[] from, int offset, int length) throws IOException {
        long all = 0;
        for (int i = offset; i < offset + length; i++) {
            all += write(from[i]);
        }
        return all;
    }

    @Override
    public long position() throws IOException {
        checkOpen();
        return position;
    }

    @Override
    public FileChannel position(long to) throws IOException {
        checkOpen();
        position = to;
        return this;
    }

    @Override
    public long size() throws IOException {
        checkOpen();
        return file.size();
    }

    @Override
    public FileChannel truncate(long bytes) throws IOException {
        checkWritable();
        if (bytes < file.size()) {
            file.resize((int) bytes);
        }
        position = Math.min(position, bytes);
        return this;
    }

    @Override
    public void force(boolean metadata) throws IOException {
        checkOpen();
        files.force(file);
    }

    @Override
    public long transferTo(long from, long count, WritableByteChannel target) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate((int) Math.max(0, Math.min(count, file.size() - from)));
        read(bytes, from);
        return target.write(bytes.flip());
    }

    @Override
    public long transferFrom(ReadableByteChannel source, long to, long count) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate((int) count);
        source.read(bytes);
        return write(bytes.flip(), to);
    }

    @Override
    public MappedByteBuffer map(MapMode mode, long from, long bytes) {
        throw new UnsupportedOperationException(
                "a simulated file is mapped with an arena, as memory segments; it has no mapped byte buffers");
    }

    @Override
    public MemorySegment map(MapMode mode, long from, long bytes, Arena arena) throws IOException {
        checkReadable();
        if (mode.equals(MapMode.PRIVATE)) {
            throw new UnsupportedOperationException("a simulated file has no private mappings");
        }
        boolean isToBeWritten = mode.equals(MapMode.READ_WRITE);
        if (isToBeWritten) {
            checkWritable();
            files.checkRoom(file, from + bytes);
        } else if (from + bytes > file.size()) {
            throw new IOException(file + " has " + file.size() + " bytes: none can be mapped up to " + (from + bytes));
        }
        MemorySegment mapped = files.map(file, from, bytes);
        return isToBeWritten ? mapped : mapped.asReadOnly();
    }

    @Override
    public FileLock lock(long from, long bytes, boolean shared) throws IOException {
        FileLock lock = tryLock(from, bytes, shared);
        if (lock == null) {
            throw new IOException(file + " is locked, and a simulated process doesn't wait for itself");
        }
        return lock;
    }

    /** A simulated machine has one process, which can't lock a range twice. */
    @Override
    public @Nullable FileLock tryLock(long from, long bytes, boolean shared) throws IOException {
        checkOpen();
        if (file.locks.stream().anyMatch(taken -> taken.overlaps(from, bytes))) {
            throw new OverlappingFileLockException();
        }
        var lock = new DiskLock(this, file, from, bytes, shared);
        file.locks.add(lock);
        return lock;
    }

    @Override
    protected void implCloseChannel() {
        file.locks.removeIf(lock -> lock.acquiredBy().equals(this));
    }
}
