package dev.ropewalk.example.postgres;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Collectors;

/** What a node has done and seen, a line of its file for each, which is there whatever happens to the process. {@link Notes} reads them. Any thread may add one. */
final class NodeNotes {
    private final BufferedWriter out;

    NodeNotes(Path file) throws IOException {
        out = Files.newBufferedWriter(file);
    }

    synchronized void add(Object... words) {
        try {
            out.write(Arrays.stream(words).map(Object::toString).collect(Collectors.joining(" ", "", " .\n")));
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
