package dev.ropewalk.sim.disk;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.step.FaultKind;
import dev.ropewalk.scheduler.step.SimulatedFiles;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileStore;
import java.nio.file.FileSystem;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.nio.file.WatchService;
import java.nio.file.attribute.UserPrincipalLookupService;
import java.nio.file.spi.FileSystemProvider;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The files of a simulated machine: what its memory has of them, and what its disk has.
 *
 * <p>Contents come to the disk by pages when they are forced, names when their directory is. What has changed since then may be on
 * the disk, too: {@link PowerCut} decides. Changes of names are kept in order, each whole, as file systems with a journal
 * keep them; which of them are on the disk is open as well.
 *
 * <p>Only the threads of one simulation use it, one at a time.
 */
public final class DiskFiles extends FileSystem implements SimulatedFiles {
    private static final long NEVER_FULL = Integer.MAX_VALUE;

    final Inode root;
    /** Changes of names that the disk may not have, oldest first; each is made as a whole. */
    final List<List<NameChange>> pending = new ArrayList<>();

    private final int boot;
    private final DiskProvider provider = new DiskProvider();
    private final Map<Object, Inode> mapped = new HashMap<>();
    private final Map<Class<?>, Object> singles = new HashMap<>();
    private long inodes;
    private long capacity = NEVER_FULL;
    private boolean hasRefused;

    /** Makes an empty disk. */
    public DiskFiles() {
        this(1, 1);
    }

    DiskFiles(int boot, long inodes) {
        this.boot = boot;
        this.inodes = inodes;
        this.root = new Inode(0, true, "/", 0);
    }

    int bootNumber() {
        return boot;
    }

    long inodes() {
        return inodes;
    }

    /** Sets how many bytes the disk takes. */
    public void setCapacity(long bytes) {
        capacity = bytes;
    }

    long capacity() {
        return capacity;
    }

    /** Returns how many bytes there is room for: none right after a write was refused. */
    long room() {
        return hasRefused ? 0 : Math.max(0, capacity - used(root, new HashMap<>()));
    }

    private static long used(Inode inode, Map<Inode, Inode> seen) {
        if (seen.put(inode, inode) != null) {
            return 0;
        }
        long bytes = inode.size();
        if (inode.isDirectory()) {
            for (Inode child : inode.names().values()) {
                bytes += used(child, seen);
            }
        }
        return bytes;
    }

    /** Refuses to let a file grow to so many bytes if there is no room. */
    void checkRoom(Inode file, long bytes) throws IOException {
        long growth = bytes - file.size();
        hasRefused = false;
        if (bytes > NEVER_FULL) {
            throw new IOException(file + " can't have " + bytes + " bytes on a simulated disk");
        }
        if (growth > 0 && (Steps.isStruck(FaultKind.FULL_DISK, file) || isBeyond(growth))) {
            hasRefused = true;
            throw new IOException("No space left on device");
        }
    }

    private boolean isBeyond(long growth) {
        return capacity < NEVER_FULL && growth > room();
    }

    // Files and names

    /** Returns the file that a path names. */
    Inode inode(DiskPath path) throws IOException {
        Inode found = find(path);
        if (found == null) {
            throw new NoSuchFileException(path.toString());
        }
        return found;
    }

    @Nullable
    Inode find(DiskPath path) {
        Inode at = root;
        for (String name : path.names()) {
            at = at == null || !at.isDirectory() ? null : at.names().get(name);
        }
        return at;
    }

    /** Returns the directory that a path's last name is in. */
    Inode parent(DiskPath path) throws IOException {
        List<String> names = path.names();
        if (names.isEmpty()) {
            throw new FileAlreadyExistsException(path.toString());
        }
        DiskPath parent = DiskPath.of(
                Objects.requireNonNull(path.toAbsolutePath().normalize().getParent()));
        Inode directory = inode(parent);
        if (!directory.isDirectory()) {
            throw new NotDirectoryException(parent.toString());
        }
        return directory;
    }

    /** Makes an empty file or directory. */
    Inode make(DiskPath path, boolean isDirectory) throws IOException {
        Inode parent = parent(path);
        String name = path.names().getLast();
        if (parent.names().containsKey(name)) {
            throw new FileAlreadyExistsException(path.toString());
        }
        Scheduler scheduler = Steps.simulatedScheduler();
        long now = scheduler == null ? 0 : scheduler.nanoTime() / 1_000_000;
        var made = new Inode(inodes++, isDirectory, path.toAbsolutePath().toString(), now);
        change(List.of(new NameChange(parent, name, made)));
        return made;
    }

    /** Changes names, at once and as a whole. */
    void change(List<NameChange> changes) {
        changes.forEach(change -> change.make(Inode::names));
        pending.add(changes);
    }

    // What comes to the disk

    /** Maps a part of a file. */
    MemorySegment map(Inode file, long from, long bytes) {
        MemorySegment memory = file.map(from, bytes);
        mapped.put(file.base(), file);
        return memory;
    }

    @Override
    public void force(MemorySegment memory) {
        Inode file = memory.heapBase().map(mapped::get).orElse(null);
        if (file == null) {
            throw new IllegalArgumentException("no file of the simulated disk is mapped there: " + memory);
        }
        long end = memory.address() + memory.byteSize();
        try {
            force(file, (int) (memory.address() / Inode.PAGE_BYTES), (int) Math.ceilDiv(end, Inode.PAGE_BYTES));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Brings a file to the disk, or the names of a directory. */
    void force(Inode file) throws IOException {
        if (file.isDirectory()) {
            announceForce(file);
            forceNames(file);
        } else {
            force(file, 0, file.pages());
        }
    }

    private void force(Inode file, int fromPage, int toPage) throws IOException {
        try {
            announceForce(file);
        } catch (IOException e) {
            file.takeForClean(fromPage, toPage);
            throw e;
        }
        file.force(fromPage, toPage);
    }

    private void announceForce(Inode file) throws IOException {
        Steps.before(StepKind.ACCESS, this);
        if (Steps.isStruck(FaultKind.FAILED_FORCE, file)) {
            throw new IOException("Input/output error");
        }
    }

    private void forceNames(Inode directory) {
        for (Iterator<List<NameChange>> all = pending.iterator(); all.hasNext(); ) {
            List<NameChange> changes = all.next();
            if (changes.stream().anyMatch(change -> change.directory().equals(directory))) {
                changes.forEach(change -> change.make(changed -> changed.forcedNames));
                all.remove();
            }
        }
    }

    @Override
    public UUID boot() {
        return new UUID(1, boot);
    }

    @Override
    public <T> T single(Class<T> type, Supplier<T> maker) {
        return type.cast(singles.computeIfAbsent(type, _ -> Objects.requireNonNull(maker.get())));
    }

    // The rest of a file system

    @Override
    public FileSystemProvider provider() {
        return provider;
    }

    @Override
    public void close() {
        throw new UnsupportedOperationException("a simulated disk isn't closed; it ends with its simulation");
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public boolean isReadOnly() {
        return false;
    }

    @Override
    public String getSeparator() {
        return "/";
    }

    @Override
    public Iterable<Path> getRootDirectories() {
        return List.of(getPath("/"));
    }

    @Override
    public Iterable<FileStore> getFileStores() {
        return List.of(new DiskStore(this));
    }

    @Override
    public Set<String> supportedFileAttributeViews() {
        return Set.of("basic", "unix");
    }

    @Override
    public Path getPath(String first, String... more) {
        return DiskPath.of(this, more.length == 0 ? first : first + "/" + String.join("/", more));
    }

    @Override
    public PathMatcher getPathMatcher(String pattern) {
        if (!pattern.startsWith("regex:")) {
            throw new UnsupportedOperationException("a simulated disk knows patterns with regex: only, not " + pattern);
        }
        Pattern regex = Pattern.compile(pattern.substring("regex:".length()));
        return path -> regex.matcher(path.toString()).matches();
    }

    @Override
    public UserPrincipalLookupService getUserPrincipalLookupService() {
        throw new UnsupportedOperationException("a simulated disk has no users");
    }

    @Override
    public WatchService newWatchService() {
        throw new UnsupportedOperationException("a simulated disk can't be watched");
    }

    @Override
    public String toString() {
        return "disk";
    }
}
