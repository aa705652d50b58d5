package dev.ropewalk.journal;

import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;

/** An append-only log in a directory of memory-mapped files, shared by threads and processes. */
public final class Journal implements AutoCloseable {
    private final SegmentStore store;
    private final JournalOptions options;
    private final Gate gate = new Gate();
    private final Forcing forcing = new Forcing() {
        @Override
        public void appended(long end) {}

        @Override
        public CompletableFuture<Long> whenDurable(long end, long index) {
            return CompletableFuture.completedFuture(index);
        }
    };

    private Journal(Path directory, JournalOptions options) {
        this.options = options;
        this.store = new SegmentStore(directory, options.segmentBytes());
        store.acquireFirst().setWord(SegmentLayout.FIRST_INDEX_AT, CheckedWord.of(1));
    }

    /** Opens the journal in a directory, or creates it there. */
    public static Journal open(Path directory, JournalOptions options) {
        return new Journal(directory, options);
    }

    /** Returns an appender, for the use of one thread at a time. */
    public Appender appender() {
        return new Appender(
                new Tail(store, gate, 1), forcing, !options.durability().equals(Durability.none()));
    }

    /** Returns a tailer from the first record on, for the use of one thread at a time. */
    public Tailer tailer() {
        return new Tailer(store, null, options.checkReads());
    }

    /** Makes what was appended before durable. */
    public void force() {}

    @Override
    public void close() {
        if (gate.shut(() -> new JournalClosedException("the journal is closed"))) {
            store.close();
        }
    }
}
