package dev.ropewalk.journal.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.stream.Stream;

/** The folder in a journal's directory for what recoveries and repairs take away. The journal never looks there. */
public final class CutFolder {
    public static final String NAME = "cut";

    private final Path directory;

    public CutFolder(Path directory) {
        this.directory = directory;
    }

    /** Returns the files in a journal's folder. */
    public static List<Path> files(Path directory) {
        return FileThreads.call(directory, () -> {
            Path folder = directory.resolve(NAME);
            if (!Files.isDirectory(folder)) {
                return List.of();
            }
            try (Stream<Path> files = Files.list(folder)) {
                return files.sorted().toList();
            }
        });
    }

    /** Writes bytes to a file with that name, or the next free one, and brings it to the disk. */
    public Path keep(String name, ByteBuffer bytes) throws IOException {
        Path kept = place(name);
        int length = bytes.remaining();
        FilePermissions.createFileLike(directory.resolve(LockFile.NAME), kept);
        try (FileChannel channel = FileChannel.open(kept, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
            while (bytes.hasRemaining()) {
                channel.write(bytes);
            }
            channel.force(true);
        } catch (IOException e) {
            throw Allocation.failure(kept, length, e);
        }
        forceDirectories();
        return kept;
    }

    /** Moves a file there. */
    public Path move(Path file, String name) throws IOException {
        Path kept = Files.move(file, place(name), StandardCopyOption.ATOMIC_MOVE);
        forceDirectories();
        return kept;
    }

    private Path place(String name) throws IOException {
        Path folder = directory.resolve(NAME);
        FilePermissions.createDirectoryLike(directory.resolve(LockFile.NAME), folder);
        Path free = folder.resolve(name);
        for (int again = 1; Files.exists(free); again++) {
            free = folder.resolve(name + "." + again);
        }
        return free;
    }

    private void forceDirectories() throws IOException {
        SegmentFiles.forceDirectory(directory.resolve(NAME));
        SegmentFiles.forceDirectory(directory);
    }
}
