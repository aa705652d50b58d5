package dev.ropewalk.lab.affinity;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A directory that is deleted with all that is in it. */
record Scratch(Path directory) implements AutoCloseable {
    static Scratch in(Storage storage) throws IOException {
        return new Scratch(Files.createTempDirectory(storage.folder(), "ropewalk-affinity"));
    }

    @Override
    public void close() {
        try (Stream<Path> files = Files.walk(directory)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
