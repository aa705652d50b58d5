package dev.ropewalk.lab.driver;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;

/** Reads a child's standard error, so that it never blocks on it, and keeps the last few lines. */
final class LastLines {
    private static final int KEPT = 5;
    private static final int MAX_LENGTH = 300;
    private static final Duration DRAIN = Duration.ofSeconds(1);

    private final Deque<String> lines = new ArrayDeque<>();
    private final Thread reader;

    LastLines(InputStream stream, String name) {
        reader = Thread.ofVirtual().name(name).start(() -> read(stream));
    }

    private void read(InputStream stream) {
        try (var source = new BufferedReader(new InputStreamReader(stream, StandardCharsets.UTF_8))) {
            for (String line = source.readLine(); line != null; line = source.readLine()) {
                add(line);
            }
        } catch (IOException e) {
            add("(standard error broke off: " + e.getMessage() + ")");
        }
    }

    private synchronized void add(String line) {
        // Frames say little without the whole trace; the lines that name the error are what a report needs.
        if (line.isBlank() || line.startsWith("\tat ")) {
            return;
        }
        if (lines.size() == KEPT) {
            lines.removeFirst();
        }
        lines.addLast(line.length() > MAX_LENGTH ? line.substring(0, MAX_LENGTH) + "..." : line);
    }

    /** Returns the last lines of a process that has ended, as one. */
    String afterEnd() throws InterruptedException {
        boolean _ = reader.join(DRAIN);
        synchronized (this) {
            return String.join(" | ", lines);
        }
    }
}
