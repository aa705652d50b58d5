package dev.ropewalk.journal.store;

import dev.ropewalk.journal.JournalClosedException;
import dev.ropewalk.journal.JournalCorruptException;
import dev.ropewalk.journal.JournalFullException;
import dev.ropewalk.journal.RecordsGoneException;
import dev.ropewalk.journal.files.ControlFile;
import dev.ropewalk.journal.files.JournalClock;
import dev.ropewalk.journal.files.SegmentFiles;
import dev.ropewalk.journal.format.CheckedWord;
import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.format.SegmentLayout;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.nio.file.FileSystem;
import java.time.InstantSource;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The segments of a journal as one opening sees them: found, and begun one after the other.
 *
 * <p>There are segments {@code first} to {@code last}, two words of the control file, and mostly a spare one after, made ahead. A
 * segment begins when its FIRST_INDEX is set, by compare-and-set from 0. Each appender that finds the end of the segment before
 * does it, all with the same value: claims are in one order, and their counts up to the end don't change. Then the appender
 * raises {@code last}, and only then appends. So records are never behind {@code last}, whichever process dies when, and a tailer
 * at an end need look at that word only. FIRST_INDEX is set before {@code last} is raised, so all up to {@code last} have begun.
 * Retention raises {@code first}, never beyond {@code last}; see {@link SegmentFiles} for why no number comes back.
 */
public final class SegmentStore implements AutoCloseable {
    /** Positions are kept as multiples of 8 in a {@link CheckedWord}. */
    private static final long MAX_POSITION = CheckedWord.MAX_VALUE * RecordLayout.ALIGNMENT;

    private final SegmentFiles files;
    private final ControlFile control;
    private final InstantSource clock;
    private final LongConsumer maker;
    private final Runnable changed;
    private final MappedSegments mapped;
    // Several openings of one journal disturb each other, so steps are told of what they share.
    private final FileSystem disk;

    /**
     * Takes the files of a journal that has at least one segment.
     *
     * @param maker makes the file of a segment unless there is one
     * @param changed called after something has happened that the maintenance thread may have to deal with
     */
    public SegmentStore(
            SegmentFiles files, ControlFile control, InstantSource clock, LongConsumer maker, Runnable changed) {
        this.files = files;
        this.control = control;
        this.clock = clock;
        this.maker = maker;
        this.changed = changed;
        this.mapped = new MappedSegments(files, control);
        this.disk = files.path(0).getFileSystem();
    }

    public long segmentBytes() {
        return files.segmentBytes();
    }

    /** Announces a step at this journal's records, be it closed or not. */
    public void announce(StepKind kind) {
        Steps.before(kind, disk);
    }

    /**
     * Announces a step at this journal's records. In a simulation other threads may go first, and what they close isn't unmapped; so
     * that is told here.
     *
     * @throws JournalClosedException if a simulated journal was closed
     */
    public void before(StepKind kind) {
        if (Steps.announceIfWatched(kind, disk)) {
            mapped.checkOpen();
        }
    }

    /**
     * Checks that it isn't closed.
     *
     * @throws JournalClosedException if it is
     */
    public void checkOpen() {
        mapped.checkOpen();
    }

    /** Returns what is known of how far the records reach, for one thread at a time. */
    public Extent extent() {
        return Extent.of(control);
    }

    /** Returns the same for an opening that may only read. */
    public Extent extentOfReader() {
        return Extent.ofReader(control);
    }

    /** Returns the number of the first segment that isn't deleted. */
    public long firstNumber() {
        return control.firstSegment();
    }

    /** Tells that an appender has come further. */
    public void advanced() {
        changed.run();
    }

    /** Returns the number of the last segment that has begun. */
    public long lastNumber() {
        return control.lastSegment();
    }

    /** Returns the first segment that isn't deleted. */
    public Segment acquireFirst() {
        while (true) {
            long number = control.firstSegment();
            Segment segment = acquireIfThere(number);
            if (segment != null) {
                return segment;
            }
            if (control.firstSegment() == number) {
                throw missing(number);
            }
        }
    }

    /** Brings the name of a segment that was made ahead to the disk, so that no appender waits for that when it begins. */
    public void forceName(Segment ahead) {
        files.forceName(ahead.number);
    }

    /** Returns the last segment that has begun, or one shortly before: walk to its end and on. */
    public Segment acquireLast() {
        while (true) {
            long number = control.lastSegment();
            Segment segment = acquireIfThere(number);
            if (segment != null) {
                return segment;
            }
            if (control.lastSegment() == number) {
                throw missing(number);
            }
        }
    }

    /**
     * Returns a segment.
     *
     * @throws RecordsGoneException if it is deleted
     */
    public Segment acquire(long number) {
        Segment segment = acquireIfThere(number);
        if (segment == null) {
            throwIfGone(number);
            throw missing(number);
        }
        return segment;
    }

    /** Returns the segment before one; null if that is deleted. */
    public @Nullable Segment previousIfThere(Segment segment) {
        long number = segment.number - 1;
        Segment previous = number < control.firstSegment() ? null : acquireIfThere(number);
        if (previous == null) {
            checkDeleted(number);
        }
        return previous;
    }

    /**
     * Returns the segment after one that has ended, for an appender, and releases the ended one; if this fails, that stays
     * acquired. It is made and begun if it hasn't been. If it is deleted already, a later one is returned: so the appender goes
     * on with the first index of what it gets.
     *
     * @param endOffset where the end record is
     * @param firstIndex the index of the first record after it
     * @throws JournalFullException if it must be made and there is no room; may be called again
     */
    public Segment next(Segment ended, long endOffset, long firstIndex) {
        ended.changeWord(SegmentLayout.END_OFFSET_AT, 0, CheckedWord.of(endOffset));
        ended.changeWord(SegmentLayout.END_AT, 0, CheckedWord.of(JournalClock.millis(clock)));
        long number = ended.number + 1;
        Segment next = acquireIfThere(number);
        while (next == null) {
            if (control.firstSegment() > number) {
                Segment last = acquireLast();
                release(ended);
                return last;
            }
            boolean hasBegun = control.lastSegment() >= number;
            if (!hasBegun) {
                checkRoom(number, firstIndex);
                maker.accept(number);
            }
            next = acquireIfThere(number);
            if (next == null && hasBegun) {
                // A second one in its place would hide that its records are lost.
                checkDeleted(number);
            }
        }
        try {
            begin(next, firstIndex);
            control.raiseLastSegment(number);
        } catch (RuntimeException | Error e) {
            release(next);
            throw e;
        }
        release(ended);
        changed.run();
        return next;
    }

    /** Makes and begins segment 0. The caller holds the exclusive lock. */
    public void makeFirst() {
        maker.accept(0);
        Segment first = acquire(0);
        begin(first, 0);
        control.raiseLastSegment(0);
        release(first);
    }

    private void begin(Segment segment, long firstIndex) {
        long word = CheckedWord.of(firstIndex + 1);
        if (segment.word(SegmentLayout.FIRST_INDEX_AT) == 0) {
            files.forceName(segment.number);
        }
        segment.changeWord(SegmentLayout.START_AT, 0, CheckedWord.of(JournalClock.millis(clock)));
        if (!segment.changeWord(SegmentLayout.FIRST_INDEX_AT, 0, word)
                && segment.word(SegmentLayout.FIRST_INDEX_AT) != word) {
            throw new JournalCorruptException(
                    segment.number,
                    SegmentLayout.FIRST_INDEX_AT,
                    "the segment before ends before record " + firstIndex + ", while this one starts with word "
                            + Long.toHexString(segment.word(SegmentLayout.FIRST_INDEX_AT)));
        }
    }

    /**
     * Returns the segment after one that has ended, for a reader, and releases the ended one; null, and nothing released, if no
     * appender has gone there yet or it is deleted.
     *
     * @param firstIndex the index that comes after those of the one that has ended
     * @throws JournalCorruptException if its file is missing, or it doesn't start with that index
     */
    public @Nullable Segment nextIfThere(Segment ended, long firstIndex) {
        Segment next = successor(ended);
        if (next != null) {
            try {
                checkFirstIndex(next, firstIndex);
            } catch (RuntimeException | Error e) {
                release(next);
                throw e;
            }
            release(ended);
        }
        return next;
    }

    private static void checkFirstIndex(Segment segment, long firstIndex) {
        if (segment.firstIndex() != firstIndex) {
            throw new JournalCorruptException(
                    segment.number,
                    SegmentLayout.FIRST_INDEX_AT,
                    "it starts with record " + segment.firstIndex() + ", and the segment before ends before record "
                            + firstIndex);
        }
    }

    private @Nullable Segment successor(Segment ended) {
        long number = ended.number + 1;
        if (number > control.lastSegment()) {
            return null;
        }
        Segment next = acquireIfThere(number);
        if (next == null) {
            checkDeleted(number);
        }
        return next;
    }

    /** Returns the segment after one that has ended, or the first one if that is deleted, and releases the ended one. */
    public @Nullable Segment nextOrFirst(Segment ended) {
        Segment next = successor(ended);
        if (next == null && control.firstSegment() > ended.number + 1) {
            next = acquireFirst();
        }
        if (next != null) {
            release(ended);
        }
        return next;
    }

    /** Refuses that the file of a segment that has begun isn't there, unless it was deleted or a recovery may have cut it. */
    private void checkDeleted(long number) {
        boolean mayBeCut = control.isRecovering()
                && number * files.segmentBytes() >= control.watermark().position();
        if (control.firstSegment() <= number && !mayBeCut) {
            throw missing(number);
        }
    }

    /** Refuses to begin a segment whose positions or indices might be more than a word of the control file holds. */
    private void checkRoom(long number, long firstIndex) {
        long bytes = files.segmentBytes();
        if (number >= MAX_POSITION / bytes || firstIndex > CheckedWord.MAX_VALUE - bytes) {
            throw new JournalFullException(
                    "the journal is at its end: segment " + number + " of " + bytes + " bytes, from record "
                            + firstIndex + " on, would reach beyond position " + MAX_POSITION + " or record "
                            + CheckedWord.MAX_VALUE,
                    null);
        }
    }

    /** Returns a segment whether it has begun or not; null if there is no such file. */
    public @Nullable Segment acquireIfThere(long number) {
        return mapped.acquire(number);
    }

    /** Gives a segment back. Must not be touched afterwards. */
    public void release(Segment segment) {
        if (mapped.release(segment)) {
            changed.run();
        }
    }

    /** Unmaps what has had no user for this long; returns after how many nanoseconds there may be more to do. */
    public long unmap(long idleNanos) {
        return mapped.unmap(idleNanos);
    }

    private void throwIfGone(long number) {
        if (control.firstSegment() > number) {
            Segment first = acquireFirst();
            long next = first.firstIndex();
            release(first);
            throw new RecordsGoneException("segment " + number, next);
        }
    }

    private JournalCorruptException missing(long number) {
        return new JournalCorruptException(number, 0, files.path(number) + " is missing");
    }

    /** Unmaps all segments, those in use as well. */
    @Override
    public void close() {
        mapped.close();
    }
}
