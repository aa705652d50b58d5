package dev.ropewalk.console.view;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ropewalk.console.web.BusyException;
import dev.ropewalk.console.web.Content.Document;
import dev.ropewalk.console.web.Query;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Semaphore;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Documents that can be taken away: what is there at this moment, as files. */
final class TakeAway {
    private static final int MOST_SECONDS = 60;

    /** Makes the snapshot of all views. */
    interface Snapshot {
        ObjectNode take() throws InterruptedException;
    }

    private final Snapshot snapshot;
    private final Supplier<String> waiting;
    private final Semaphore recordings = new Semaphore(1);

    TakeAway(Snapshot snapshot, Supplier<String> waiting) {
        this.snapshot = snapshot;
        this.waiting = waiting;
    }

    @Nullable
    Document take(String name, Query query) throws IOException, InterruptedException {
        return switch (name) {
            case "threads.json" -> ThreadDump.take();
            case "waiting.txt" -> new Document("text/plain; charset=utf-8", name, utf8(waiting.get()));
            case "snapshot.json" -> new Document("application/json", name, snapshot());
            case "recording.jfr" -> recording(name, query.number("seconds", MOST_SECONDS, 1, MOST_SECONDS));
            default -> null;
        };
    }

    private static InputStream utf8(String text) {
        return new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
    }

    private InputStream snapshot() throws IOException, InterruptedException {
        return new ByteArrayInputStream(
                new ObjectMapper().writerWithDefaultPrettyPrinter().writeValueAsBytes(snapshot.take()));
    }

    /** Only one recording is made at a time; the next one may begin when its content is closed. */
    private Document recording(String name, int seconds) throws IOException {
        if (!recordings.tryAcquire()) {
            throw new BusyException("another recording is being made");
        }
        boolean begun = false;
        try {
            InputStream content = LiveRecording.begin(seconds, recordings::release);
            begun = true;
            return new Document("application/octet-stream", name, content);
        } finally {
            if (!begun) {
                recordings.release();
            }
        }
    }
}
