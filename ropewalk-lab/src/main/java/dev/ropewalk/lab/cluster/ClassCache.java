package dev.ropewalk.lab.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The JDK's cache of classes that are loaded and linked ahead of time (JEP 514), made in a run of a node. */
final class ClassCache implements AutoCloseable {
    private final Path file;

    private ClassCache(Path file) {
        this.file = file;
    }

    /** Starts a node, has it leave, and has its JVM write what it has loaded. */
    static ClassCache make(Nodes nodes) throws IOException, InterruptedException {
        var cache = new ClassCache(Files.createTempFile("ropewalk-lab-", ".aot"));
        // Its log would be taken for answers.
        try (PeerNode node = nodes.start(List.of("-Xlog:disable", "-XX:AOTCacheOutput=" + cache.file))) {
            node.leave();
            node.end();
        } catch (IOException | InterruptedException e) {
            cache.close();
            throw e;
        }
        return cache;
    }

    /** Returns the flags of a JVM that uses it, or doesn't start. */
    List<String> flags() {
        return List.of("-XX:AOTCache=" + file, "-XX:AOTMode=on");
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
