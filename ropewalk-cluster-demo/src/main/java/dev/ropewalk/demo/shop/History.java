package dev.ropewalk.demo.shop;

import dev.ropewalk.demo.shop.Messages.Sold;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Which answers there were, for whoever checks afterwards that they fit together: a line of a file for each. All processes of a machine have one clock. */
public final class History {
    private final BufferedWriter out;

    private History(BufferedWriter out) {
        this.out = out;
    }

    /** Begins a file. */
    public static History to(Path file) throws IOException {
        return new History(Files.newBufferedWriter(file));
    }

    /** Adds an answer. What is added is in the file at once, whatever happens to this process. */
    synchronized void add(String key, long askedNanos, long answeredNanos, Sold answer) {
        try {
            out.write(key + " " + askedNanos + " " + answeredNanos + " " + answer.instance() + " " + answer.handled()
                    + "\n");
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
