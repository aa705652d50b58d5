package dev.ropewalk.journal;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.WeakHashMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a disk holds of the files below a folder: of each page what it was when it was forced last, and of each directory the
 * names when that was. All else is in memory only, and a stop of the machine keeps any part of it: each sector is the one on
 * the disk or the one in memory, each name likewise, whatever the others are.
 *
 * <p>It hears of forces by {@link ForcedClasses}, which puts the methods below in the place of the JDK's.
 */
public final class ForcedDisk {
    private static final int SECTOR = 512;
    private static final int PAGE = 4096;

    private static volatile @Nullable ForcedDisk current;

    private final Path root;
    private final Map<Object, byte[]> contents = new HashMap<>();
    private final Map<Path, Map<String, Object>> names = new HashMap<>();
    private final Map<FileChannel, Path> channels = Collections.synchronizedMap(new WeakHashMap<>());
    private final TreeMap<Long, Mapped> mappings = new TreeMap<>();
    private int forcesLeft = Integer.MAX_VALUE;
    private @Nullable Runnable atForce;
    private @Nullable Runnable atOpen;

    private record Mapped(Object file, MemorySegment memory, long offset) {}

    /** Takes the folder. */
    public ForcedDisk(Path root) {
        this.root = root;
    }

    /** Makes this the disk of what runs from here on. All that is below the folder now is on it. */
    public void insert() throws IOException {
        current = this;
        try (Stream<Path> all = Files.walk(root)) {
            for (Path path : all.toList()) {
                if (Files.isDirectory(path)) {
                    names.put(path, list(path));
                } else {
                    contents.put(key(path), Files.readAllBytes(path));
                }
            }
        }
    }

    /** Has something done before one of the next forces takes effect. */
    public synchronized void atForce(int forces, Runnable action) {
        forcesLeft = forces;
        atForce = action;
    }

    private static Object key(Path path) throws IOException {
        return Objects.requireNonNull(
                Files.readAttributes(path, BasicFileAttributes.class).fileKey());
    }

    private static Map<String, Object> list(Path directory) throws IOException {
        Map<String, Object> found = new HashMap<>();
        try (Stream<Path> all = Files.list(directory)) {
            for (Path path : all.toList()) {
                if (Files.exists(path)) {
                    found.put(path.getFileName().toString(), key(path));
                }
            }
        } catch (NoSuchFileException deletedMeanwhile) {
            // What is there is another list by now.
            return list(directory);
        }
        return found;
    }

    /** Has something done when the next file is opened, as another thread might at that moment. */
    public synchronized void atOpen(Runnable action) {
        atOpen = action;
    }

    /** In the place of {@link FileChannel#open(Path, OpenOption...)}, for files that are there: others make the new ones. */
    public static FileChannel open(Path path, OpenOption... options) throws IOException {
        if (List.of(options).contains(StandardOpenOption.CREATE)
                || List.of(options).contains(StandardOpenOption.CREATE_NEW)) {
            throw new IllegalArgumentException("the disk wouldn't hear whether this opening has made " + path);
        }
        ForcedDisk disk = current;
        if (disk != null) {
            disk.opens();
        }
        FileChannel channel = FileChannel.open(path, options);
        if (disk != null) {
            disk.channels.put(channel, path);
        }
        return channel;
    }

    private synchronized void opens() {
        Runnable action = atOpen;
        if (action != null) {
            atOpen = null;
            action.run();
        }
    }

    /** In the place of {@link Files#createFile}. */
    public static Path createFile(Path path, FileAttribute<?>... attributes) throws IOException {
        Path made = Files.createFile(path, attributes);
        ForcedDisk disk = current;
        if (disk != null) {
            disk.forget(path);
        }
        return made;
    }

    /** Forgets a file that was deleted, whose identity another one has got. */
    private synchronized void forget(Path made) throws IOException {
        contents.remove(key(made));
    }

    /** In the place of {@link FileChannel#map(FileChannel.MapMode, long, long, Arena)}. */
    public static MemorySegment map(FileChannel channel, FileChannel.MapMode mode, long offset, long bytes, Arena arena)
            throws IOException {
        MemorySegment memory = channel.map(mode, offset, bytes, arena);
        ForcedDisk disk = current;
        Path path = disk == null ? null : disk.channels.get(channel);
        if (disk != null && path != null) {
            disk.add(memory, new Mapped(key(path), memory, offset));
        }
        return memory;
    }

    private synchronized void add(MemorySegment memory, Mapped mapped) {
        // Another one was there before.
        mappings.subMap(memory.address(), memory.address() + memory.byteSize()).clear();
        mappings.put(memory.address(), mapped);
    }

    /** In the place of {@link MemorySegment#force()}. */
    public static void force(MemorySegment memory) {
        ForcedDisk disk = current;
        if (disk != null) {
            disk.forced(memory);
        }
    }

    private synchronized void forced(MemorySegment memory) {
        Map.Entry<Long, Mapped> entry = mappings.floorEntry(memory.address());
        if (entry == null
                || memory.address() >= entry.getKey() + entry.getValue().memory.byteSize()) {
            throw new IllegalStateException("nothing is mapped at " + memory.address());
        }
        countForce();
        Mapped mapped = entry.getValue();
        long from = (memory.address() - entry.getKey()) / PAGE * PAGE;
        long to = Math.min(
                mapped.memory.byteSize(),
                (memory.address() - entry.getKey() + memory.byteSize() + PAGE - 1) / PAGE * PAGE);
        byte[] bytes = mapped.memory.asSlice(from, to - from).toArray(ValueLayout.JAVA_BYTE);
        byte[] known = contents.getOrDefault(mapped.file, new byte[0]);
        byte[] now = Arrays.copyOf(known, (int) Math.max(known.length, mapped.offset + to));
        System.arraycopy(bytes, 0, now, (int) (mapped.offset + from), bytes.length);
        contents.put(mapped.file, now);
    }

    /** In the place of {@link FileChannel#force(boolean)}. */
    public static void force(FileChannel channel, boolean metadata) throws IOException {
        ForcedDisk disk = current;
        Path path = disk == null ? null : disk.channels.get(channel);
        if (disk != null && path != null) {
            disk.forced(path);
        }
    }

    private synchronized void forced(Path path) throws IOException {
        countForce();
        if (Files.isDirectory(path)) {
            names.put(path, list(path));
        } else {
            contents.put(key(path), Files.readAllBytes(path));
        }
    }

    private void countForce() {
        Runnable action = atForce;
        if (action != null && forcesLeft-- == 0) {
            atForce = null;
            action.run();
        }
    }

    /** Returns what a stop of the machine at this moment leaves, by names below the folder. */
    public synchronized Map<String, byte[]> stop(SplittableRandom random) throws IOException {
        Map<String, byte[]> left = new TreeMap<>();
        leave(root, "", random, left);
        return left;
    }

    private void leave(Path directory, String prefix, SplittableRandom random, Map<String, byte[]> left)
            throws IOException {
        Map<String, Object> forced = names.getOrDefault(directory, Map.of());
        Map<String, Object> now = list(directory);
        List<String> all = new ArrayList<>(forced.keySet());
        now.keySet().stream().filter(name -> !forced.containsKey(name)).forEach(all::add);
        Collections.sort(all);
        for (String name : all) {
            Object onDisk = forced.get(name);
            Object inMemory = now.get(name);
            Object chosen = onDisk != null && inMemory != null && onDisk.equals(inMemory)
                    ? onDisk
                    : random.nextBoolean() ? onDisk : inMemory;
            Path path = directory.resolve(name);
            if (chosen == null) {
                continue;
            }
            if (Files.isDirectory(path)) {
                leave(path, prefix + name + "/", random, left);
            } else {
                byte[] content = chosen.equals(inMemory) ? readOrNothing(path) : null;
                left.put(prefix + name, mixed(contents.get(chosen), content, random));
            }
        }
    }

    private static byte @Nullable [] readOrNothing(Path path) {
        try {
            return Files.readAllBytes(path);
        } catch (IOException deletedMeanwhile) {
            return null;
        }
    }

    private static byte[] mixed(byte @Nullable [] disk, byte @Nullable [] memory, SplittableRandom random) {
        if (memory == null) {
            return disk == null ? new byte[0] : disk;
        }
        int length = disk == null ? (random.nextInt(4) == 0 ? 0 : memory.length) : Math.max(disk.length, memory.length);
        byte[] mixed = Arrays.copyOf(disk == null ? new byte[0] : disk, length);
        int manner = random.nextInt(4);
        for (int at = 0; at < length; at += SECTOR) {
            if (manner == 0 || (manner > 1 && random.nextInt(manner) == 0)) {
                System.arraycopy(memory, at, mixed, at, Math.min(SECTOR, Math.min(length, memory.length) - at));
            }
        }
        return mixed;
    }
}
