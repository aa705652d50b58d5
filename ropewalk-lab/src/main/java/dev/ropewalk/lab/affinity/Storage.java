package dev.ropewalk.lab.affinity;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The file system in which the files are. */
enum Storage {
    /** The one for temporary files. */
    DISK(Path.of(System.getProperty("java.io.tmpdir"))),
    /** One that is in memory only. */
    MEMORY(Path.of("/dev/shm"));

    private final Path folder;

    Storage(Path folder) {
        this.folder = folder;
    }

    Path folder() {
        return folder;
    }

    String label() {
        return this == DISK ? "disk" : "memory";
    }

    static List<String> labels() {
        return Arrays.stream(values()).map(Storage::label).toList();
    }

    static Storage named(String label) {
        return Arrays.stream(values())
                .filter(storage -> storage.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "files must be one of " + String.join(", ", labels()) + ", but is '" + label + "'"));
    }

    /** Returns why files can't be there, empty if they can. */
    Optional<String> refusal() {
        return Files.isWritable(folder) ? Optional.empty() : Optional.of(folder + " can't be written");
    }
}
