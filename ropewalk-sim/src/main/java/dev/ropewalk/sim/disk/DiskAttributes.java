package dev.ropewalk.sim.disk;

import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;

/**
 * What is known of a file.
 *
 * @param inode the file
 */
record DiskAttributes(Inode inode) implements BasicFileAttributes {
    @Override
    public FileTime lastModifiedTime() {
        return creationTime();
    }

    @Override
    public FileTime lastAccessTime() {
        return creationTime();
    }

    @Override
    public FileTime creationTime() {
        return FileTime.fromMillis(inode.made());
    }

    @Override
    public boolean isRegularFile() {
        return !inode.isDirectory();
    }

    @Override
    public boolean isDirectory() {
        return inode.isDirectory();
    }

    @Override
    public boolean isSymbolicLink() {
        return false;
    }

    @Override
    public boolean isOther() {
        return false;
    }

    @Override
    public long size() {
        return inode.size();
    }

    @Override
    public Object fileKey() {
        return inode;
    }
}
