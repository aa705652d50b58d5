package dev.ropewalk.journal;

import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** An append-only log in a directory of memory-mapped files, shared by threads and processes. */
public final class Journal implements AutoCloseable {
    private final JournalFiles files;
    private final SegmentStore store;
    private final JournalOptions options;
    private final Gate gate = new Gate();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final @Nullable Flusher flusher;

    private Journal(JournalFiles files, JournalOptions options) {
        this.options = options;
        this.files = files;
        this.store = files.store();
        this.flusher = files.opening() == null ? null : flusher(files.opening());
        if (files.opening() != null && files.opening().control().watermark().isPoisoned()) {
            gate.shut(() -> new JournalPoisonedException("forcing the journal in " + files.directory()
                    + " to the disk has failed before: it can be read, and takes nothing more until it is repaired"));
        }
    }

    private Flusher flusher(Opening opening) {
        return new Flusher(
                store,
                opening.control().watermark(),
                options.durability(),
                Forcer.ofMappings(),
                new StuckClaim(new Voider(store, opening.session(), options.claimTimeout())),
                failure -> gate.shut(() -> Flusher.again(failure)));
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

    /**
     * Reads every byte of a journal and tells the first damage, and changes nothing. The journal may be in use.
     *
     * @throws JournalFormatException if there is no journal, or one of another format version
     */
    public static VerificationReport verify(Path directory) {
        return Verifier.verify(directory);
    }

    /**
     * Cuts a journal at its first damage, so that it can be opened again, and ends its poison. What is cut is kept in files
     * beside. Damage that no record depends on is mended without a cut. Claims that nobody has committed are voided.
     *
     * @return what was cut; empty if nothing had to be
     * @throws JournalException if somebody has the journal open
     * @throws JournalCorruptException if nothing could be kept: the first segment is unreadable, or the control file
     */
    public static Optional<CutTail> repair(Path directory) {
        return Repair.of(directory);
    }

    /**
     * Returns what was recovered when this was opened: empty if the journal was in order, or somebody else had opened it
     * before, or it is read-only.
     */
    public Optional<RecoveryReport> recovery() {
        Opening opening = files.opening();
        return opening == null ? Optional.empty() : opening.recovery();
    }

    /** Returns an appender, for the use of one thread at a time. */
    public Appender appender() {
        gate.check();
        return new Appender(
                new Tail(store, gate, writable(files.opening()).session().epoch()),
                writable(flusher),
                !options.durability().equals(Durability.none()));
    }

    private <T> T writable(@Nullable T part) {
        if (part == null) {
            throw new UnsupportedOperationException("the journal in " + files.directory() + " was opened read-only");
        }
        return part;
    }

    /** Returns a tailer from the first record on, for the use of one thread at a time. */
    public Tailer tailer() {
        gate.check();
        Opening opening = files.opening();
        Voider voider = opening == null ? null : new Voider(store, opening.session(), options.claimTimeout());
        return new Tailer(store, voider, options.checkReads());
    }

    /**
     * Makes all durable that was appended before, by any process. Returns when it is; an interrupt is kept for later.
     *
     * @throws JournalPoisonedException if forcing has failed, this time or before
     */
    public void force() {
        writable(flusher).force();
    }

    @Override
    public void close() {
        gate.shut(() -> new JournalClosedException("the journal is closed"));
        if (closed.compareAndSet(false, true)) {
            if (flusher != null) {
                flusher.close();
            }
            files.close();
        }
    }
}
