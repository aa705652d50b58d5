package dev.ropewalk.sim.disk;

import java.nio.file.FileStore;
import java.nio.file.attribute.FileAttributeView;
import java.nio.file.attribute.FileStoreAttributeView;
import org.jspecify.annotations.Nullable;

/** How much room a simulated disk has. */
final class DiskStore extends FileStore {
    private final DiskFiles files;

    DiskStore(DiskFiles files) {
        this.files = files;
    }

    @Override
    public String name() {
        return files.toString();
    }

    @Override
    public String type() {
        return DiskProvider.SCHEME;
    }

    @Override
    public boolean isReadOnly() {
        return false;
    }

    @Override
    public long getTotalSpace() {
        return files.capacity();
    }

    @Override
    public long getUsableSpace() {
        return files.room();
    }

    @Override
    public long getUnallocatedSpace() {
        return files.room();
    }

    @Override
    public boolean supportsFileAttributeView(Class<? extends FileAttributeView> type) {
        return false;
    }

    @Override
    public boolean supportsFileAttributeView(String name) {
        return name.equals("basic");
    }

    @Override
    public <V extends FileStoreAttributeView> @Nullable V getFileStoreAttributeView(Class<V> type) {
        return null;
    }

    @Override
    public Object getAttribute(String attribute) {
        throw new UnsupportedOperationException("a simulated disk has no attribute " + attribute);
    }
}
