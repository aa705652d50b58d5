package dev.ropewalk.sim.disk;

import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;

/** A locked range of a file. */
final class DiskLock extends FileLock {
    private final Inode file;
    private boolean isReleased;

    DiskLock(FileChannel channel, Inode file, long position, long size, boolean shared) {
        super(channel, position, size, shared);
        this.file = file;
    }

    @Override
    public boolean isValid() {
        return !isReleased && acquiredBy().isOpen();
    }

    @Override
    public void release() {
        isReleased = true;
        file.locks.remove(this);
    }
}
