package dev.ropewalk.lab.limits;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * The JVM's cache of loaded and linked classes (JEP 514), written by a process that does what those will do which use it. They
 * must have the same JVM, class path and flags, and the class path jars only.
 */
final class AheadOfTimeCache implements AutoCloseable {
    private final Path folder;
    private final Path file;
    private final Path errors;

    private AheadOfTimeCache(Path folder) {
        this.folder = folder;
        file = folder.resolve("program.aot");
        errors = folder.resolve("errors");
    }

    /** Writes what a process tells that does so many tasks. */
    static AheadOfTimeCache of(Launch launch, long tasks) throws IOException, InterruptedException {
        var cache = new AheadOfTimeCache(Files.createTempDirectory("ropewalk-classes"));
        try {
            cache.write(launch, tasks);
            return cache;
        } catch (IOException | InterruptedException | RuntimeException | Error e) {
            cache.close();
            throw e;
        }
    }

    /** What is measured. */
    interface Launch {
        /** Starts a process with more flags, and returns when it has ended. */
        void run(List<String> flags, ProcessBuilder.Redirect errors, long tasks)
                throws IOException, InterruptedException;
    }

    private void write(Launch launch, long tasks) throws IOException, InterruptedException {
        // The JVM that writes it tells on both outputs what it leaves out.
        List<String> flags = List.of("-XX:AOTCacheOutput=" + file, "-Xlog:disable");
        launch.run(flags, ProcessBuilder.Redirect.to(errors.toFile()), tasks);
        if (!Files.exists(file)) {
            throw new IOException("no ahead-of-time cache was written: "
                    + Files.readString(errors).strip());
        }
    }

    /** Returns what a JVM that uses it is to be told: if it doesn't fit, the JVM ends. */
    List<String> flags() {
        return List.of("-XX:AOTCache=" + file, "-XX:AOTMode=on");
    }

    @Override
    public void close() {
        try {
            for (Path path : List.of(file, folder.resolve("program.aot.config"), errors, folder)) {
                Files.deleteIfExists(path);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
