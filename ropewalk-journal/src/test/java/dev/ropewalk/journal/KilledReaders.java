package dev.ropewalk.journal;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.NavigableSet;
import java.util.TreeSet;

/**
 * Readers of one named cursor, one after the other, each killed at some moment, while writers are killed as well. What one
 * has handled, and what the next one begins with, leaves out no record.
 */
final class KilledReaders implements AutoCloseable {
    private final KillPlace place;
    private final NavigableSet<Long> handled = new TreeSet<>();
    private int readers;
    private ChildJvm process;
    private AckBoard board;

    KilledReaders(KillPlace place) {
        this.place = place;
        this.board = board();
        this.process = start();
    }

    private AckBoard board() {
        try {
            return new AckBoard(file());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path file() {
        return place.folder().resolve("reader-" + readers + ".handled");
    }

    private ChildJvm start() {
        return ChildJvm.start(
                List.of(),
                place.folder().resolve("reader-" + readers + ".log"),
                List.of(),
                CrashReader.arguments(place.journal(), file()));
    }

    /** Starts another one, after the one before was killed. */
    void startNext() {
        close();
        readers++;
        board = board();
        process = start();
    }

    void killAndStartNext() {
        kill();
        startNext();
    }

    /** Kills the reader, and takes what it has handled. */
    void kill() {
        assertThat(process.isAlive()).as(process.said()).isTrue();
        process.close();
        long[] words = board.words();
        for (int i = 0; i < words.length && words[i] != 0; i++) {
            assertThat(i > 0 && words[i] <= words[i - 1])
                    .as("the order of reader %d at its record %d", readers, i)
                    .isFalse();
            handled.add(words[i] - 1);
        }
    }

    /** Checks that no record was left out of those up to the last one that was handled. */
    void check(NavigableSet<Long> records) {
        if (!handled.isEmpty()) {
            assertThat(handled).isEqualTo(records.headSet(handled.last(), true));
        }
    }

    @Override
    public void close() {
        process.close();
        board.close();
        try {
            Files.deleteIfExists(file());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
