package dev.ropewalk.console.view;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.management.HotSpotDiagnosticMXBean;
import dev.ropewalk.console.web.Content.Document;
import dev.ropewalk.console.web.Query;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.text.ParseException;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import jdk.jfr.Configuration;
import jdk.jfr.Recording;
import org.jspecify.annotations.Nullable;

/** Documents that can be taken away: what is there at this moment, as files. */
final class TakeAway {
    private static final int MOST_SECONDS = 60;

    private final Supplier<ObjectNode> snapshot;
    private final Supplier<String> waiting;
    private final Semaphore recordings = new Semaphore(1);

    TakeAway(Supplier<ObjectNode> snapshot, Supplier<String> waiting) {
        this.snapshot = snapshot;
        this.waiting = waiting;
    }

    @Nullable
    Document take(String name, Query query) throws InterruptedException {
        try {
            return switch (name) {
                case "threads.json" -> new Document("application/json", name, threads());
                case "waiting.txt" -> new Document("text/plain; charset=utf-8", name, utf8(waiting.get()));
                case "snapshot.json" -> new Document("application/json", name, snapshot());
                case "recording.jfr" ->
                    recordings.tryAcquire()
                            ? recording(name, query.number("seconds", MOST_SECONDS, 1, MOST_SECONDS))
                            : new Document("text/plain", "recording.txt", utf8("another recording is being made\n"));
                default -> null;
            };
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private byte[] snapshot() throws IOException {
        return new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsBytes(snapshot.get());
    }

    /** The JVM's own dump, which has virtual threads, too. */
    private static byte[] threads() throws IOException {
        Path folder = Files.createTempDirectory("ropewalk-console");
        Path file = folder.resolve("threads.json");
        try {
            ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
                    .dumpThreads(file.toString(), HotSpotDiagnosticMXBean.ThreadDumpFormat.JSON);
            return Files.readAllBytes(file);
        } finally {
            Files.deleteIfExists(file);
            Files.deleteIfExists(folder);
        }
    }

    private Document recording(String name, int seconds) throws IOException, InterruptedException {
        Path file = Files.createTempFile("ropewalk-console", ".jfr");
        try (Recording recording = new Recording(Configuration.getConfiguration("profile"))) {
            recording.setName("Ropewalk console");
            recording.start();
            Thread.sleep(1000L * seconds);
            recording.stop();
            recording.dump(file);
            return new Document("application/octet-stream", name, Files.readAllBytes(file));
        } catch (ParseException e) {
            throw new IOException("the JVM's settings of recordings can't be read", e);
        } finally {
            recordings.release();
            Files.deleteIfExists(file);
        }
    }
}
