package dev.ropewalk.journal;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** An append-only log in a directory of memory-mapped files, shared by threads and processes. */
public final class Journal implements AutoCloseable {
    private final JournalFiles files;
    private final SegmentStore store;
    private final JournalOptions options;
    private final @Nullable Cursors cursors;
    private final Gate gate = new Gate();
    private final Forcing forcing = new Forcing() {
        @Override
        public void appended(long end) {}

        @Override
        public CompletableFuture<Long> whenDurable(long end, long index) {
            return CompletableFuture.completedFuture(index);
        }
    };

    private Journal(JournalFiles files, JournalOptions options) {
        this.options = options;
        this.files = files;
        this.store = files.store();
        Opening opening = files.opening();
        this.cursors = opening == null ? null : new Cursors(files.directory(), opening.locks());
    }

    /** Opens the journal in a directory, or creates it there, with {@link JournalOptions#defaults()}. */
    public static Journal open(Path directory) {
        return open(directory, JournalOptions.defaults());
    }

    /**
     * Opens the journal in a directory, or creates it there.
     *
     * @throws JournalFormatException if the directory holds something else, or a journal of another format version
     * @throws JournalFullException if there is no room for its first segment
     * @throws JournalIoException if the system refuses, for instance by permissions
     */
    public static Journal open(Path directory, JournalOptions options) {
        return new Journal(JournalFiles.open(directory, options), options);
    }

    /**
     * Opens a journal for reading. Nothing is written or locked, so it may lie on a read-only mount, while others write.
     *
     * @throws JournalFormatException if there is no journal, or one of another format version
     */
    public static Journal openReadOnly(Path directory) {
        JournalOptions options = JournalOptions.defaults();
        return new Journal(JournalFiles.openReadOnly(directory, options), options);
    }

    /** Returns an appender, for the use of one thread at a time. */
    public Appender appender() {
        gate.check();
        Opening opening = files.opening();
        if (opening == null) {
            throw new UnsupportedOperationException("the journal in " + files.directory() + " was opened read-only");
        }
        files.prepareToAppend();
        return new Appender(
                new Tail(store, gate, opening.session().epoch()),
                forcing,
                !options.durability().equals(Durability.none()));
    }

    /** Returns a tailer from the first record on, for the use of one thread at a time. */
    public Tailer tailer() {
        gate.check();
        return new Tailer(store, voider(), options.checkReads());
    }

    /**
     * Returns a tailer that starts with the record where the named cursor points, see {@link Tailer#commit()}, or with the
     * first one if there is no such cursor yet. It holds the cursor until it is closed. If retention has deleted that record,
     * the tailer throws {@link RecordsGoneException} until it is told where to go on.
     *
     * @param name 1 to 100 letters, digits, and {@code .}, {@code _} or {@code -} after the first
     * @throws CursorHeldException if another tailer holds the cursor, in this process or another
     * @throws UnsupportedOperationException if the journal was opened read-only
     */
    public Tailer tailer(String name) {
        return Tailer.named(
                store, voider(), options.checkReads(), writableCursors().open(name));
    }

    /** Returns the names of all cursors, sorted. */
    public List<String> cursors() {
        gate.check();
        return Cursors.names(files.directory());
    }

    /**
     * Deletes a named cursor, whether there is one or not, so that retention doesn't wait for it any more.
     *
     * @throws CursorHeldException if a tailer holds it
     * @throws UnsupportedOperationException if the journal was opened read-only
     */
    public void deleteCursor(String name) {
        writableCursors().delete(name);
    }

    private Cursors writableCursors() {
        gate.check();
        if (cursors == null) {
            throw new UnsupportedOperationException("the journal in " + files.directory() + " was opened read-only");
        }
        return cursors;
    }

    private @Nullable Voider voider() {
        Opening opening = files.opening();
        return opening == null ? null : new Voider(store, opening.session(), options.claimTimeout());
    }

    /** Makes what was appended before durable. */
    public void force() {}

    @Override
    public void close() {
        if (gate.shut(() -> new JournalClosedException("the journal is closed"))) {
            if (cursors != null) {
                cursors.close();
            }
            files.close();
        }
    }
}
