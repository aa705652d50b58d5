package dev.ropewalk.lab.cluster;

import dev.ropewalk.lab.peer.PeerProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The JDK's cache of classes that are loaded and linked ahead of time (JEP 483), made of what a node has loaded. */
final class ClassCache implements AutoCloseable {
    /** The JVM's log would be taken for answers of a node. */
    private static final String QUIET = "-Xlog:disable";

    private final Path loaded;
    private final Path file;

    private ClassCache(Path loaded, Path file) {
        this.loaded = loaded;
        this.file = file;
    }

    /** Starts a node, has it leave, and has the JDK make a cache of what its JVM had loaded. */
    static ClassCache make(Nodes nodes) throws IOException, InterruptedException {
        var cache = new ClassCache(
                Files.createTempFile("ropewalk-lab-", ".aotconf"), Files.createTempFile("ropewalk-lab-", ".aot"));
        try {
            cache.record(nodes);
            cache.create();
            return cache;
        } catch (IOException | InterruptedException e) {
            cache.close();
            throw e;
        }
    }

    private void record(Nodes nodes) throws IOException, InterruptedException {
        try (PeerNode node = nodes.start(List.of(QUIET, "-XX:AOTMode=record", "-XX:AOTConfiguration=" + loaded))) {
            node.leave();
            node.end();
        }
    }

    private void create() throws IOException, InterruptedException {
        List<String> command = PeerProcess.jvm(
                List.of(QUIET, "-XX:AOTMode=create", "-XX:AOTConfiguration=" + loaded, "-XX:AOTCache=" + file));
        int status = new ProcessBuilder(command)
                .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start()
                .waitFor();
        if (status != 0) {
            throw new IOException(command + " has ended with status " + status);
        }
    }

    /** Returns the flags of a JVM that uses it, or doesn't start. */
    List<String> flags() {
        return List.of("-XX:AOTCache=" + file, "-XX:AOTMode=on");
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(loaded);
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
