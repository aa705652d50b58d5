package dev.ropewalk.journal;

import dev.ropewalk.base.Inventory;
import dev.ropewalk.journal.durability.DurabilityWaiter;
import dev.ropewalk.journal.durability.Flusher;
import dev.ropewalk.journal.files.Closing;
import dev.ropewalk.journal.files.Forcer;
import dev.ropewalk.journal.files.Machine;
import dev.ropewalk.journal.files.TailLock;
import dev.ropewalk.journal.files.Watermark;
import dev.ropewalk.journal.flow.OpenFlows;
import dev.ropewalk.journal.open.InfoCollector;
import dev.ropewalk.journal.open.JournalFiles;
import dev.ropewalk.journal.open.Opening;
import dev.ropewalk.journal.open.Upgrade;
import dev.ropewalk.journal.read.CopyingHandler;
import dev.ropewalk.journal.read.Cursors;
import dev.ropewalk.journal.repair.Repair;
import dev.ropewalk.journal.repair.Verification;
import dev.ropewalk.journal.store.ClaimInvalidator;
import dev.ropewalk.journal.store.DurableIndex;
import dev.ropewalk.journal.store.SegmentStore;
import dev.ropewalk.journal.store.StuckClaim;
import dev.ropewalk.journal.write.Gate;
import dev.ropewalk.journal.write.Tail;
import dev.ropewalk.scheduler.TimeDistribution;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/** An append-only log in a directory of memory-mapped files, shared by threads and processes. */
public final class Journal implements AutoCloseable {
    private static final Inventory<Journal> LIVE = new Inventory<>("journal");

    private final JournalFiles files;
    private final SegmentStore store;
    private final JournalOptions options;
    private final @Nullable Cursors cursors;
    private final Gate gate = new Gate();
    private final OpenFlows flows = new OpenFlows();
    private final AtomicBoolean closed = new AtomicBoolean();
    private final @Nullable Flusher flusher;
    private final Inventory.Entry<Journal> place;

    private Journal(JournalFiles files, JournalOptions options, Machine machine) {
        this.options = options;
        this.files = files;
        this.store = files.store();
        Opening opening = files.opening();
        this.cursors = opening == null
                ? null
                : new Cursors(files.directory(), opening.control().identity(), opening.locks());
        this.flusher = opening == null ? null : flusher(opening, machine);
        if (flusher != null && options.durability() instanceof Durability.None) {
            files.forceEndedSegments(flusher);
        }
        this.place = LIVE.place(files.directory().toString(), this);
    }

    private Flusher flusher(Opening opening, Machine machine) {
        Watermark watermark = opening.control().watermark();
        if (watermark.isPoisoned()) {
            gate.shut(() -> new JournalPoisonedException("forcing the journal in " + files.directory()
                    + " to the disk has failed before: it can be read, and takes nothing more until it is repaired"));
        }
        return new Flusher(
                store,
                watermark,
                options.durability(),
                machine,
                new StuckClaim(new ClaimInvalidator(store, opening.session(), options.claimTimeout())),
                failure -> gate.shut(() -> DurabilityWaiter.again(failure)));
    }

    /**
     * Opens the journal in a directory, or creates it there, with {@link JournalOptions#defaults()}. Missing directories are made, those
     * above included; {@link JournalOptions#create(boolean)} refuses that.
     */
    public static Journal open(Path directory) {
        return open(directory, JournalOptions.defaults());
    }

    /**
     * Opens the journal in a directory, or creates it there, with the directory and those above it, unless the options say
     * {@link JournalOptions#create(boolean) create(false)}. If a process died in it, or the machine stopped, it is recovered
     * first, by one of the processes that open it; the others wait for that, up to 30 seconds.
     *
     * @throws JournalFormatException if the directory holds something else, or a journal of another format version; or if there is no
     *     journal and none is to be created
     * @throws JournalFullException if there is no room for its first segment
     * @throws JournalIoException if the system refuses, for instance by permissions
     */
    public static Journal open(Path directory, JournalOptions options) {
        Objects.requireNonNull(directory, "directory");
        Objects.requireNonNull(options, "options");
        return open(directory, options, Machine.of(directory));
    }

    static Journal open(Path directory, JournalOptions options, Forcer forcer) {
        return open(directory, options, Machine.with(directory, forcer));
    }

    static Journal open(Path directory, JournalOptions options, Machine machine) {
        JournalFiles files = JournalFiles.open(directory, options, machine);
        try {
            return opened(new Journal(files, options, machine));
        } catch (RuntimeException | Error e) {
            files.close();
            throw e;
        }
    }

    /**
     * Opens a journal for reading. Nothing is written or locked, so it may lie on a read-only mount, while others write.
     *
     * @throws JournalFormatException if there is no journal, or one of another format version
     */
    public static Journal openReadOnly(Path directory) {
        Objects.requireNonNull(directory, "directory");
        JournalOptions options = JournalOptions.defaults();
        return opened(new Journal(JournalFiles.openReadOnly(directory, options), options, Machine.of(directory)));
    }

    private static Journal opened(Journal journal) {
        Steps.noteOpened(journal);
        Steps.enterUnlessSimulated(journal.place);
        return journal;
    }

    /**
     * Returns the journals that are open in this JVM, as {@link dev.ropewalk.scheduler.Scheduler#live()} does schedulers. A journal is
     * called by its directory, with a number behind if it is open several times. One that is neither closed nor used any more, by an
     * appender for instance, is listed until the garbage collector has found that.
     */
    public static Map<String, Journal> live() {
        return LIVE.live();
    }

    /**
     * Reads every byte of a journal and its named cursors and changes nothing: tells all damage that can be mended, and the first
     * that can't. The journal may be in use.
     *
     * @throws JournalFormatException if there is no journal, or one of another format version
     */
    public static VerificationReport verify(Path directory) {
        Objects.requireNonNull(directory, "directory");
        return Verification.of(directory);
    }

    /**
     * Brings a damaged journal in order, so that it can be opened again, and ends its poison.
     *
     * <ul>
     *   <li>What follows from other bytes is made anew, and no record is lost: a damaged or missing control file from the
     *       segments, the head of a segment from those of the other files, the rest of its header from the records.
     *   <li>At the first other damage the journal is cut, before the record that it is in. Named cursors that are past the
     *       cut are set back to it.
     *   <li>A cursor whose file doesn't tell where it stands starts at the first record.
     *   <li>Claims without a commit are invalidated, and all is forced to the disk.
     * </ul>
     *
     * What is overwritten or cut is kept in files in the folder {@code cut}. A repair that was interrupted can be done again.
     *
     * @throws JournalException if the journal is open, in this process or another
     * @throws JournalCorruptException if it can't be told what the journal is, and nothing was changed: no head is left that
     *     tells its identity, or files of different journals lie in the directory; or if no segment is there
     * @throws JournalFormatException if there is no journal, or one of a newer format version
     */
    public static RepairReport repair(Path directory) {
        Objects.requireNonNull(directory, "directory");
        return Repair.of(directory);
    }

    /**
     * Raises the format of a journal to the newest that this library knows. Segments that are there stay as they are and are read for
     * ever; those that are made from now on have the new format. Libraries that don't know it refuse the journal from then on, and there
     * is no way back.
     *
     * @return false if the journal has that format already
     * @throws JournalException if the journal is open, in this process or another
     * @throws JournalFormatException if there is no journal, or one of a newer format version
     */
    public static boolean upgrade(Path directory) {
        Objects.requireNonNull(directory, "directory");
        return Upgrade.of(directory);
    }

    /**
     * Returns what was recovered when this was opened: empty if the journal was in order, if it was open elsewhere already, or if
     * it is read-only.
     */
    public Optional<RecoveryReport> recovery() {
        Opening opening = files.opening();
        return opening == null ? Optional.empty() : opening.recovery();
    }

    /**
     * Returns an appender, for the use of one thread at a time. There may be any number, in all processes.
     *
     * @throws TailHeldException if an {@linkplain #exclusiveAppender() exclusive} one is open
     */
    public Appender appender() {
        gate.check();
        return appender(writable(files.opening()).tailLock().share());
    }

    /**
     * Returns an appender that is the only one of the journal, in all processes, until it or this is closed, or its process
     * ends in whatever way. It does the same as any other, and faster: it need not agree with anyone on whose record comes
     * next. It is for the use of one thread at a time. A process that is stopped keeps it.
     *
     * {@snippet class="dev.ropewalk.journal.snippets.JournalSnippets" region="exclusive" :
     * try (Appender appender = journal.exclusiveAppender()) {
     *     long index = appender.append("hello".getBytes(UTF_8));
     * }
     * }
     *
     * <p>With {@link JournalOptions#rollEvery()} a segment whose time is over ends before its next record, not earlier; what
     * other openings of the journal have set there doesn't count meanwhile.
     *
     * <p>The idea is that of Aeron's exclusive publications and of the Disruptor's single-producer sequencer, where the caller
     * must see to it that no other thread publishes.
     *
     * @throws TailHeldException if other appenders are open, of either kind, forgotten ones included; after a wait of at most 200
     *     ms
     */
    public Appender exclusiveAppender() {
        gate.check();
        return appender(writable(files.opening()).tailLock().own());
    }

    private Appender appender(TailLock.Hold hold) {
        try {
            files.prepareToAppend();
            int epoch = writable(files.opening()).session().epoch();
            return new Appender(
                    new Tail(store, gate, epoch, hold),
                    writable(flusher),
                    flows,
                    !options.durability().equals(Durability.none()));
        } catch (RuntimeException | Error e) {
            hold.close();
            // What was mapped is no more once the journal is closed.
            gate.check();
            throw e;
        }
    }

    /** Returns an appender of values, for the use of one thread at a time. */
    public <T> TypedAppender<T> appender(Codec<T> codec) {
        Objects.requireNonNull(codec, "codec");
        return new TypedAppender<>(appender(), codec);
    }

    /** Returns an exclusive appender of values, for the use of one thread at a time; see {@link #exclusiveAppender()}. */
    public <T> TypedAppender<T> exclusiveAppender(Codec<T> codec) {
        Objects.requireNonNull(codec, "codec");
        return new TypedAppender<>(exclusiveAppender(), codec);
    }

    private <T> T writable(@Nullable T part) {
        if (part == null) {
            throw new UnsupportedOperationException("the journal in " + files.directory() + " was opened read-only");
        }
        return part;
    }

    private JournalClosedException closedError() {
        return new JournalClosedException("the journal in " + files.directory() + " is closed");
    }

    private void checkOpen() {
        if (closed.get()) {
            throw closedError();
        }
    }

    /** Returns a tailer from the first record on, for the use of one thread at a time. */
    public Tailer tailer() {
        checkOpen();
        return new Tailer(store, invalidator(), options.checkReads());
    }

    /**
     * Returns a tailer that starts with the record where the named cursor points, see {@link Tailer#commit()}, or with the
     * first one if there is no such cursor yet. It holds the cursor until it is closed. If retention has deleted that record,
     * the tailer throws {@link RecordsGoneException} until it is told where to go on.
     *
     * @param name 1 to 100 letters, digits, and {@code .}, {@code _} or {@code -} after the first
     * @throws CursorHeldException if another tailer holds the cursor, in this process or another
     * @throws JournalFullException if there is no room for its file
     * @throws UnsupportedOperationException if the journal was opened read-only
     */
    public Tailer tailer(String name) {
        Objects.requireNonNull(name, "name");
        return Tailer.named(
                store, invalidator(), options.checkReads(), writableCursors().open(name));
    }

    /** Returns a publisher of copies of records; see {@link RecordPublisher}. */
    public RecordPublisher<JournalRecord> publisher() {
        return publisher(CopyingHandler::copy);
    }

    /** Returns a publisher of the values that records hold; see {@link RecordPublisher}. */
    public <T> RecordPublisher<T> publisher(Codec<T> codec) {
        Objects.requireNonNull(codec, "codec");
        return publisher((memory, offset, length, index) -> codec.decode(memory, offset, length));
    }

    /**
     * Returns a publisher of what a mapper makes of records; see {@link RecordPublisher}.
     *
     * @param mapper called while the record is valid, by one thread at a time for each subscriber
     */
    public <T> RecordPublisher<T> publisher(RecordMapper<? extends T> mapper) {
        Objects.requireNonNull(mapper, "mapper");
        return new RecordPublisher<>(this, mapper);
    }

    OpenFlows flows() {
        return flows;
    }

    /** Returns the names of all cursors, sorted. */
    public List<String> cursors() {
        checkOpen();
        return Cursors.names(files.directory());
    }

    /**
     * Returns where the named cursors resume, by name: the index of the record that each goes on with. Reads their files, and leaves out those that
     * are damaged, and those that were never committed since their process died while it made them.
     */
    public SortedMap<String, Long> cursorIndexes() {
        checkOpen();
        store.before(StepKind.ACCESS);
        try {
            return new InfoCollector(files).cursorIndexes();
        } catch (IllegalStateException e) {
            // The files were unmapped meanwhile.
            checkOpen();
            throw e;
        }
    }

    /**
     * Deletes a named cursor, whether there is one or not, so that retention doesn't wait for it any more.
     *
     * @throws CursorHeldException if a tailer holds it
     * @throws UnsupportedOperationException if the journal was opened read-only
     */
    public void deleteCursor(String name) {
        Objects.requireNonNull(name, "name");
        writableCursors().delete(name);
    }

    private Cursors writableCursors() {
        checkOpen();
        return writable(cursors);
    }

    private @Nullable ClaimInvalidator invalidator() {
        Opening opening = files.opening();
        return opening == null ? null : new ClaimInvalidator(store, opening.session(), options.claimTimeout());
    }

    /**
     * Returns the index up to which all is durable: records before it are kept if the machine stops. Walks over some
     * records, so it isn't for each append.
     */
    public long durableIndex() {
        checkOpen();
        store.before(StepKind.ACCESS);
        try {
            return DurableIndex.of(store, files.control().watermark().position());
        } catch (IllegalStateException e) {
            // The control file was unmapped meanwhile.
            checkOpen();
            throw e;
        }
    }

    /** Returns how far this has come. Walks over some records, so it isn't for each append. */
    public JournalStats stats() {
        checkOpen();
        store.before(StepKind.ACCESS);
        try {
            return new InfoCollector(files).stats(flusher == null ? TimeDistribution.none() : flusher.forceTimes());
        } catch (IllegalStateException e) {
            // The files were unmapped meanwhile.
            checkOpen();
            throw e;
        }
    }

    /**
     * Makes all durable that was appended before, by any process. Returns when it is; an interrupt is kept for later.
     *
     * @throws JournalPoisonedException if forcing has failed, this time or before
     */
    public void force() {
        writable(flusher).force();
    }

    /**
     * Ends the journal's threads, after a last force: of what futures wait for, and with {@link Durability#group} of all that was
     * appended. With {@link Durability#none()} the rest is left to the kernel. Waiting futures are decided then, and complete on their
     * thread, perhaps a moment after this returns; one behind a claim that is still open fails with {@link JournalClosedException}. Appenders and
     * tailers throw that from then on. Does nothing the second time, and doesn't wait for the first. May be called from
     * any thread, a future's callback included.
     */
    @Override
    public void close() {
        var closing = new Closing();
        closing.then(() -> store.announce(StepKind.CLOSE));
        gate.shut(this::closedError);
        if (!closed.compareAndSet(false, true)) {
            closing.end();
            return;
        }
        Steps.noteClosed(this);
        closing.then(() -> flows.close(this::closedError));
        if (flusher != null) {
            closing.then(flusher::close);
        }
        if (cursors != null) {
            closing.then(cursors::close);
        }
        closing.then(files::close).then(place::leave).end();
    }
}
