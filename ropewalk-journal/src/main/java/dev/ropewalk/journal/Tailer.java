package dev.ropewalk.journal;

import dev.ropewalk.base.Durations;
import dev.ropewalk.journal.read.CopyingHandler;
import dev.ropewalk.journal.read.JournalCursor;
import dev.ropewalk.journal.read.NamedCursor;
import dev.ropewalk.journal.read.RecordReader;
import dev.ropewalk.journal.read.Waiting;
import dev.ropewalk.journal.store.ClaimInvalidator;
import dev.ropewalk.journal.store.RecordCursor;
import dev.ropewalk.journal.store.SegmentStore;
import dev.ropewalk.scheduler.park.Parking;
import dev.ropewalk.scheduler.step.StepKind;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Reads the records of a journal in order. It stands between two records, at first before the oldest one.
 *
 * <table class="striped">
 * <caption>Forms</caption>
 * <tr><th><th>waits<th>at once<th>waits for a time
 * <tr><td>is there a record?<td>{@link #await()}<td>{@link #hasNext}<td>{@link #await(Duration)}
 * <tr><td>a copy of the next one<td>{@link #read()}<td>{@link #tryRead}<td>{@link #read(Duration)}
 * <tr><td>the next ones, in place<td>{@code await()}, then {@code poll}<td>{@link #poll(RecordHandler, int)}
 * <td>{@code await(Duration)}, then {@code poll}
 * <tr><td>the next ones, in an array<td><td>{@code poll} with {@link RecordHandler#copying}<td>
 * <tr><td>the ones before, in place<td><td>{@link #pollBackwards}<td>
 * </table>
 *
 * Methods that wait are interruptible. They spin for about a tenth of a millisecond, and then look less and less often, at
 * last every 10 milliseconds; for the lowest latency poll in a loop.
 *
 * <p>Behind a claim that isn't committed a tailer waits, since order is kept. It has the claim invalidated as soon as the writer
 * is dead, or {@link JournalOptions#claimTimeout} has passed; the index of an invalidated claim is skipped.
 *
 * <p>For the use of one thread at a time. What a writer did before it appended a record happens-before the record is
 * handed over, in other processes too as far as it is in shared memory. All methods but {@link #index} throw a {@link JournalClosedException}
 * if tailer or journal is closed, a {@link JournalCorruptException} if they meet damage, a {@link JournalIoException} if a
 * file was made shorter or can't be opened, a {@link RecordsGoneException} if retention has deleted the next record, and an
 * {@link IllegalStateException} if a handler calls them. After any of them the tailer stands where it stood.
 */
public final class Tailer implements AutoCloseable {
    private static final int RECORDS_PER_POLL = 1024;

    private enum State {
        IDLE,
        IN_HANDLER,
        /** What a named cursor points at is deleted: only a seek goes on. */
        GONE,
        CLOSED
    }

    private final SegmentStore store;
    private final @Nullable ClaimInvalidator invalidator;
    private final RecordReader reader;
    private final CopyingHandler copying = new CopyingHandler();

    private final @Nullable NamedCursor named;
    private State state = State.IDLE;
    private JournalCursor cursor;
    private long wanted;

    /** Stands before the first record that is there. */
    Tailer(SegmentStore store, @Nullable ClaimInvalidator invalidator, boolean check) {
        this(store, invalidator, check, null, JournalCursor.atStart(store, invalidator));
    }

    private Tailer(
            SegmentStore store,
            @Nullable ClaimInvalidator invalidator,
            boolean check,
            @Nullable NamedCursor named,
            JournalCursor cursor) {
        this.store = store;
        this.invalidator = invalidator;
        this.reader = new RecordReader(check);
        this.named = named;
        this.cursor = cursor;
    }

    /** Returns a tailer that stands where a named cursor points, and will close it. */
    static Tailer named(SegmentStore store, @Nullable ClaimInvalidator invalidator, boolean check, NamedCursor named) {
        JournalCursor start = null;
        try {
            start = JournalCursor.atStart(store, invalidator);
            OptionalLong committed = named.index();
            var tailer = new Tailer(store, invalidator, check, named, start);
            if (committed.isPresent()) {
                tailer.resume(committed.getAsLong());
            } else {
                // From the beginning on it counts for retention.
                named.commit(tailer.index());
            }
            return tailer;
        } catch (RuntimeException | Error e) {
            if (start != null) {
                start.close();
            }
            named.close();
            throw e;
        }
    }

    private void resume(long index) {
        try {
            moveTo(JournalCursor.atIndexOrEnd(store, invalidator, index));
        } catch (RecordsGoneException e) {
            wanted = index;
            state = State.GONE;
        }
    }

    /** Returns the place of the next record, if {@link #hasNext} has just found one. */
    RecordCursor place() {
        return cursor.records;
    }

    /** Goes to the oldest record that is there, and returns this. */
    public Tailer seekToStart() {
        return seekTo(() -> JournalCursor.atStart(store, invalidator));
    }

    /**
     * Goes behind the last record that is committed, and returns this. In a journal that is open for writing this takes microseconds
     * while an exclusive appender is open, in whatever process. Else it is a walk over all records of the last segment.
     */
    public Tailer seekToEnd() {
        return seekTo(() -> JournalCursor.atEnd(store, invalidator));
    }

    /**
     * Goes to a record, or the next one if there never was one of that index, and returns this. Claims that are open before it
     * are passed.
     *
     * @throws RecordsGoneException if the record was deleted
     * @throws IllegalArgumentException if it is greater than the index that the next append would get, negative, or inside a
     *     batch that isn't committed
     */
    public Tailer seek(long index) {
        if (index < 0) {
            throw new IllegalArgumentException("an index is at least 0: " + index);
        }
        return seekTo(() -> JournalCursor.atIndex(store, invalidator, index));
    }

    private Tailer seekTo(Supplier<JournalCursor> target) {
        requireSeekable();
        try {
            return moveTo(target.get());
        } catch (IllegalStateException | InternalError e) {
            throw JournalCursor.explain(e, cursor.records);
        }
    }

    private Tailer moveTo(JournalCursor other) {
        cursor.close();
        cursor = other;
        state = State.IDLE;
        return this;
    }

    /**
     * Returns the index that the next record will have, or a smaller one if claims between are invalidated. It can always be asked:
     * a closed tailer tells where it stood.
     */
    public long index() {
        return state == State.GONE ? wanted : cursor.records.index();
    }

    /**
     * Lets the tailer's named cursor point here: a tailer that is opened under its name later starts with the next record.
     * A killed process keeps what it has committed; after a crash of the machine an earlier commit may count, so that
     * records come again. One store, no system call.
     *
     * @throws IllegalStateException if the tailer has no name
     */
    public void commit() {
        commit(index());
    }

    /**
     * As {@link #commit()}, but the cursor points at an earlier record than the next one: for who reads ahead of what is done.
     *
     * @param index of the first record that isn't done, at most {@link #index()}
     * @throws IllegalArgumentException if it is negative, or greater than the index of the next record
     * @throws IllegalStateException if the tailer has no name
     */
    public void commit(long index) {
        requireIdle();
        if (named == null) {
            throw new IllegalStateException("only a tailer with a name has a cursor to commit");
        }
        long next = cursor.records.index();
        if (index < 0 || index > next) {
            throw new IllegalArgumentException(
                    "the cursor may point from 0 up to the next record, " + next + ", and not at " + index);
        }
        named.commit(index);
    }

    /** Hands the records that are there to the handler, at most 1024; returns how many there were. */
    public int poll(RecordHandler handler) {
        return poll(handler, RECORDS_PER_POLL);
    }

    /**
     * Hands the records that are there to the handler, at most so many; returns how many there were, 0 only at the journal's
     * end or before an open claim. Doesn't allocate. If the handler throws, its record counts as not read, and comes again with the next poll.
     *
     * <p>A poll that meets a dead writer's claim again looks at it now and then. So a reader that wants all records up to the end
     * waits for them by {@link #await(Duration)}, instead of taking the first 0 for the end. A second is enough for a dead writer's claim. A living writer's
     * claim may stay open for {@link JournalOptions#claimTimeout()}, and is invalidated within a second after that: who waits that long without
     * a record has read all that was committed before.
     *
     * @param limit at least 1
     */
    public int poll(RecordHandler handler, int limit) {
        checkPoll(handler, limit);
        requireIdle();
        store.before(StepKind.CONSUME);
        state = State.IN_HANDLER;
        try {
            return reader.forwards(cursor, handler, limit);
        } catch (IllegalStateException | InternalError e) {
            throw JournalCursor.explain(e, cursor.records);
        } finally {
            state = State.IDLE;
        }
    }

    /**
     * Hands the records before to the handler, the nearest first, at most so many; returns how many there were. After that
     * the tailer stands before the last one, so that {@link #poll} comes the same way back. If the handler throws, its
     * record counts as not read. Claims that are open are passed. The first step back in a segment costs a
     * walk over all that is before.
     */
    public int pollBackwards(RecordHandler handler, int limit) {
        checkPoll(handler, limit);
        requireIdle();
        store.before(StepKind.CONSUME);
        state = State.IN_HANDLER;
        try {
            return reader.backwards(cursor, handler, limit);
        } catch (IllegalStateException | InternalError e) {
            throw JournalCursor.explain(e, cursor.records);
        } finally {
            state = State.IDLE;
        }
    }

    /** Returns whether there is a next record to read. */
    public boolean hasNext() {
        requireIdle();
        store.before(StepKind.ACCESS);
        return isThereNext();
    }

    private boolean isThereNext() {
        requireIdle();
        try {
            return cursor.toRecord();
        } catch (IllegalStateException | InternalError e) {
            throw JournalCursor.explain(e, cursor.records);
        }
    }

    /**
     * Waits until there is a next record.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    public void await() throws InterruptedException {
        var waiting = new Waiting();
        while (!isThereNext()) {
            waiting.pause(Long.MAX_VALUE);
        }
    }

    /**
     * Waits until there is a next record, at most so long; returns whether there is one.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    public boolean await(Duration atMost) throws InterruptedException {
        Objects.requireNonNull(atMost, "atMost");
        long start = Parking.now();
        long nanos = Durations.timeoutNanos(atMost);
        var waiting = new Waiting();
        while (!isThereNext()) {
            long left = nanos - (Parking.now() - start);
            if (left <= 0) {
                return false;
            }
            waiting.pause(left);
        }
        return true;
    }

    /**
     * Returns a copy of the next record, and waits for it if need be.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    public JournalRecord read() throws InterruptedException {
        await();
        return tryRead().orElseThrow();
    }

    /** Returns a copy of the next record, or nothing if there is none so far. */
    public Optional<JournalRecord> tryRead() {
        return poll(copying, 1) == 0 ? Optional.empty() : Optional.of(copying.take());
    }

    /**
     * Returns a copy of the next record, and waits for it at most so long.
     *
     * @throws InterruptedException if the thread is interrupted
     */
    public Optional<JournalRecord> read(Duration atMost) throws InterruptedException {
        return await(atMost) ? tryRead() : Optional.empty();
    }

    boolean isBeforeOpenClaim() {
        requireIdle();
        return cursor.records.look() == RecordCursor.Place.OPEN;
    }

    private static void checkPoll(RecordHandler handler, int limit) {
        Objects.requireNonNull(handler, "handler");
        if (limit < 1) {
            throw new IllegalArgumentException("limit must be at least 1: " + limit);
        }
    }

    private void requireIdle() {
        if (state != State.IDLE) {
            requireSeekable();
            throw new RecordsGoneException(wanted, cursor.records.index());
        }
    }

    private void requireSeekable() {
        if (state == State.CLOSED) {
            throw new JournalClosedException("the tailer is closed");
        }
        if (state == State.IN_HANDLER) {
            throw new IllegalStateException("a tailer isn't to be used by its own handler");
        }
    }

    /** Releases what the tailer has mapped. It may be called again. */
    @Override
    public void close() {
        if (state == State.CLOSED) {
            return;
        }
        requireSeekable();
        state = State.CLOSED;
        cursor.close();
        if (named != null) {
            named.close();
        }
    }
}
