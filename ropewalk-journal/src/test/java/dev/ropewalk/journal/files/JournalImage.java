package dev.ropewalk.journal.files;

import dev.ropewalk.journal.format.CheckedWord;
import dev.ropewalk.journal.format.ControlLayout;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;

/** What the files of a journal's folder hold at one moment, by their names there; puts that back in place. */
public final class JournalImage {
    public static final String LOCK = "journal.lock";
    private static final String TEMPORARY = ".tmp";

    public final Path folder;
    private final SortedMap<String, byte[]> files;

    private JournalImage(Path folder, SortedMap<String, byte[]> files) {
        this.folder = folder;
        this.files = files;
    }

    /** Takes the files as they are, also while they are in use: so does a killed process leave them. */
    static JournalImage of(Path folder) throws IOException {
        SortedMap<String, byte[]> files = new TreeMap<>();
        for (Path file : all(folder)) {
            String name = folder.relativize(file).toString();
            try {
                // To open it here would drop the journal's locks, and it is empty.
                files.put(name, name.equals(LOCK) ? new byte[0] : Files.readAllBytes(file));
            } catch (NoSuchFileException e) {
                if (!name.endsWith(TEMPORARY)) {
                    throw e;
                }
                // Its segment has got its name meanwhile: this is an image of a moment before it was begun.
            }
        }
        return new JournalImage(folder, files);
    }

    /** Lists the files. A temporary one may vanish while they are listed: its segment gets its name, or isn't made. */
    private static List<Path> all(Path folder) throws IOException {
        List<Path> found = new ArrayList<>();
        Files.walkFileTree(folder, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (attributes.isRegularFile()) {
                    found.add(file);
                }
                return FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFileFailed(Path file, IOException failure) throws IOException {
                if (failure instanceof NoSuchFileException && file.toString().endsWith(TEMPORARY)) {
                    return FileVisitResult.CONTINUE;
                }
                throw failure;
            }
        });
        return found;
    }

    public List<String> names() {
        return List.copyOf(files.keySet());
    }

    public boolean has(String name) {
        return files.containsKey(name);
    }

    public byte[] bytes(String name) {
        return Objects.requireNonNull(files.get(name), name);
    }

    void put(String name, byte[] bytes) {
        files.put(name, bytes);
    }

    void remove(String name) {
        files.remove(name);
    }

    /** Makes the folder hold this and nothing else. The journal isn't open. */
    public void restore() throws IOException {
        Files.createDirectories(folder);
        for (Path file : all(folder)) {
            if (!files.containsKey(folder.relativize(file).toString())) {
                Files.deleteIfExists(file);
            }
        }
        restoreLock();
        restorePlace();
        for (String name : files.keySet()) {
            Path file = folder.resolve(name);
            Files.createDirectories(Objects.requireNonNull(file.getParent()));
            // In place, so that a file stays the same one to a process that tells files apart by more than their names.
            if (!Files.exists(file) || !Arrays.equals(Files.readAllBytes(file), bytes(name))) {
                write(file, bytes(name));
            }
        }
    }

    /** A lock file that was deleted meanwhile has come back as another one, which the control file has to tell. */
    private void restoreLock() throws IOException {
        Path lock = folder.resolve(LOCK);
        byte[] control = files.get(ControlLayout.FILE);
        if (files.containsKey(LOCK) && control != null) {
            if (!Files.exists(lock)) {
                Files.createFile(lock);
            }
            ByteBuffer.wrap(control)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putLong(ControlLayout.LOCK_AT, CheckedWord.of(Integer.toUnsignedLong(FilePlace.of(lock))));
        }
    }

    /** A control file that was replaced meanwhile is another one, too, and would make this a copy. Some images are to be one. */
    private void restorePlace() throws IOException {
        Path file = folder.resolve(ControlLayout.FILE);
        byte[] control = files.get(ControlLayout.FILE);
        if (control != null) {
            if (!Files.exists(file)) {
                Files.createFile(file);
            }
            ByteBuffer words = ByteBuffer.wrap(control).order(ByteOrder.LITTLE_ENDIAN);
            if (words.getLong(ControlLayout.PLACE_AT) != placeWord(FilePlace.NONE)) {
                words.putLong(ControlLayout.PLACE_AT, placeWord(FilePlace.of(file)));
            }
        }
    }

    private static long placeWord(int place) {
        return CheckedWord.of(Integer.toUnsignedLong(place));
    }

    private static void write(Path file, byte[] bytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
            channel.write(ByteBuffer.wrap(bytes), 0);
            channel.truncate(bytes.length);
        }
    }
}
