package dev.ropewalk.journal;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A small file system in memory, which may become full. Needs Linux and root: a test is left out elsewhere. */
final class Tmpfs implements AutoCloseable {
    private final Path folder;

    private Tmpfs(Path folder) {
        this.folder = folder;
    }

    static Tmpfs mount(Path folder, long bytes) {
        return mount(folder, "size=" + bytes);
    }

    /** Mounts one that has room for so many files and links. */
    static Tmpfs mountForFiles(Path folder, int files) {
        return mount(folder, "nr_inodes=" + files);
    }

    private static Tmpfs mount(Path folder, String option) {
        try {
            Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        assumeTrue(
                Commands.succeeds("mount", "-t", "tmpfs", "-o", option, "ropewalk", folder.toString()),
                "needs Linux and root, to mount a small file system");
        return new Tmpfs(folder);
    }

    Path folder() {
        return folder;
    }

    void resize(long bytes) {
        Commands.run(List.of("mount", "-o", "remount,size=" + bytes, folder.toString()));
    }

    void resizeForFiles(int files) {
        Commands.run(List.of("mount", "-o", "remount,nr_inodes=" + files, folder.toString()));
    }

    @Override
    public void close() {
        // A killed process that is about to end still holds it.
        Commands.run(List.of("umount", "--lazy", folder.toString()));
    }
}
