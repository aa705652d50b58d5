package dev.ropewalk.sim.disk;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A file or a directory, whatever its names are: what it is in the machine's memory, and what the disk has of it. Mappings are the
 * array itself, so a file that is mapped keeps its place.
 */
final class Inode {
    static final int PAGE_BYTES = 4096;
    static final int SECTOR_BYTES = 512;

    final long number;
    /** The names in a directory, and their files; null for a file. */
    final @Nullable SortedMap<String, Inode> names;
    /** The names that the disk has. */
    final SortedMap<String, Inode> forcedNames = new TreeMap<>();
    /** Locked ranges. */
    final List<DiskLock> locks = new ArrayList<>();

    private final long made;
    private String path;
    private long[] memory = new long[0];
    private boolean isMapped;
    private int size;
    private byte[] forced = new byte[0];
    // How long the file is on the disk; the array is of whole pages.
    private int forcedBytes;
    // What was in the pages whose force has failed: the system takes them for clean as long as that is in them.
    private final Map<Integer, byte[]> takenForClean = new HashMap<>();

    Inode(long number, boolean isDirectory, String path, long made) {
        this.number = number;
        this.names = isDirectory ? new TreeMap<>() : null;
        this.path = path;
        this.made = made;
    }

    boolean isDirectory() {
        return names != null;
    }

    /** Returns the names in a directory, and their files. */
    SortedMap<String, Inode> names() {
        return Objects.requireNonNull(names, path);
    }

    void rename(String to) {
        path = to;
    }

    long made() {
        return made;
    }

    int size() {
        return size;
    }

    /** Returns the array that mappings share. */
    Object base() {
        return memory;
    }

    /** Maps a part, which the file is made to have. */
    MemorySegment map(long from, long bytes) {
        resize((int) Math.max(size, from + bytes));
        isMapped = true;
        return MemorySegment.ofArray(memory).asSlice(from, bytes);
    }

    void resize(int bytes) {
        if (bytes > (long) memory.length * Long.BYTES) {
            if (isMapped) {
                throw new IllegalStateException(path + " is mapped: a simulated file can't grow then, from " + size
                        + " to " + bytes + " bytes");
            }
            int pages = Math.ceilDiv(bytes, PAGE_BYTES);
            memory = Arrays.copyOf(memory, Math.max(2 * memory.length, pages * (PAGE_BYTES / Long.BYTES)));
        }
        if (bytes < size) {
            bytes().asSlice(bytes, size - bytes).fill((byte) 0);
        }
        size = bytes;
    }

    /** Returns the bytes that there is room for. */
    private MemorySegment bytes() {
        return MemorySegment.ofArray(memory);
    }

    void read(long from, MemorySegment to) {
        MemorySegment.copy(bytes(), from, to, 0, to.byteSize());
    }

    void write(MemorySegment from, long to) {
        resize((int) Math.max(size, to + from.byteSize()));
        MemorySegment.copy(from, 0, bytes(), to, from.byteSize());
    }

    /** Returns how many pages there are, in memory or on the disk. */
    int pages() {
        return Math.ceilDiv(Math.max(size, forced.length), PAGE_BYTES);
    }

    /** Returns what a page is in memory, zeros behind the end. */
    byte[] page(int page) {
        byte[] content = new byte[PAGE_BYTES];
        int from = page * PAGE_BYTES;
        int there = Math.min(PAGE_BYTES, size - from);
        if (there > 0) {
            MemorySegment.copy(bytes(), ValueLayout.JAVA_BYTE, from, content, 0, there);
        }
        return content;
    }

    /** Returns what a page is on the disk. */
    byte[] forcedPage(int page) {
        int from = page * PAGE_BYTES;
        return from < forced.length ? Arrays.copyOfRange(forced, from, from + PAGE_BYTES) : new byte[PAGE_BYTES];
    }

    int forcedSize() {
        return forcedBytes;
    }

    /** Brings pages to the disk. */
    void force(int fromPage, int toPage) {
        if (forcedBytes != size) {
            forcedBytes = size;
            forced = Arrays.copyOf(forced, Math.ceilDiv(size, PAGE_BYTES) * PAGE_BYTES);
        }
        for (int page = fromPage; page < Math.min(toPage, pages()); page++) {
            byte[] content = page(page);
            if (!Arrays.equals(takenForClean.remove(page), content)) {
                System.arraycopy(content, 0, forced, page * PAGE_BYTES, PAGE_BYTES);
            }
        }
    }

    /** Takes pages for clean that couldn't be written. */
    void takeForClean(int fromPage, int toPage) {
        for (int page = fromPage; page < Math.min(toPage, pages()); page++) {
            byte[] content = page(page);
            if (!Arrays.equals(content, forcedPage(page))) {
                takenForClean.put(page, content);
            }
        }
    }

    /** Takes a content, which is on the disk, too. */
    void restore(byte[] content, int bytes) {
        forced = content;
        forcedBytes = bytes;
        resize(bytes);
        MemorySegment.copy(content, 0, bytes(), ValueLayout.JAVA_BYTE, 0, bytes);
    }

    @Override
    public String toString() {
        return path;
    }
}
