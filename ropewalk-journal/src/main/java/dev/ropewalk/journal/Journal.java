package dev.ropewalk.journal;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;

/** An append-only log in a directory of memory-mapped files, shared by threads and processes. */
public final class Journal implements AutoCloseable {
    private final SegmentStore store;
    private final JournalOptions options;
    private final Gate gate = new Gate();
    private final Flusher flusher;

    private Journal(Path directory, JournalOptions options) {
        this.options = options;
        this.store = new SegmentStore(directory, options.segmentBytes());
        store.acquireFirst().setWord(SegmentLayout.FIRST_INDEX_AT, CheckedWord.of(1));
        this.flusher = new Flusher(
                store,
                new Watermark(MemorySegment.ofArray(new long[2]), 0, 8),
                options.durability(),
                Forcer.ofMappings(),
                (segment, offset) -> {},
                failure -> gate.shut(() -> Flusher.again(failure)));
    }

    /** Opens the journal in a directory, or creates it there. */
    public static Journal open(Path directory, JournalOptions options) {
        return new Journal(directory, options);
    }

    /** Returns an appender, for the use of one thread at a time. */
    public Appender appender() {
        return new Appender(
                new Tail(store, gate, 1), flusher, !options.durability().equals(Durability.none()));
    }

    /** Returns a tailer from the first record on, for the use of one thread at a time. */
    public Tailer tailer() {
        return new Tailer(store, null, options.checkReads());
    }

    /**
     * Makes what was appended before durable, by all processes. Returns when it is; an interrupt is kept for later.
     *
     * @throws JournalPoisonedException if forcing has failed, this time or before
     */
    public void force() {
        flusher.force();
    }

    @Override
    public void close() {
        if (gate.shut(() -> new JournalClosedException("the journal is closed"))) {
            flusher.close();
            store.close();
        }
    }
}
