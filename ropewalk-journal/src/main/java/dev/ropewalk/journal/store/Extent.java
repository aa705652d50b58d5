package dev.ropewalk.journal.store;

import dev.ropewalk.journal.JournalCorruptException;
import dev.ropewalk.journal.files.ControlFile;
import dev.ropewalk.journal.format.ControlLayout;
import dev.ropewalk.journal.format.FileHead;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.store.RecordCursor.Place;
import org.jspecify.annotations.Nullable;

/**
 * How far the records of a journal reach for certain. Every walk over records asks it where it stops: readers, the flusher,
 * appenders that look for the end, invalidators of claims, and the verifier. A place that is free in the midst of what is known
 * to be there isn't the end: it is damage, and a walk that took it for the end would hide records or overwrite them.
 *
 * <p>Two words of the control file tell:
 *
 * <ul>
 *   <li>Before the durable watermark every claim was committed or invalid when it was forced. So nothing is free there, and no
 *       claim is open; one without a commit has lost it, and must not be invalidated.
 *   <li>A segment before the last one that has begun has an end, and its claims lead to it. So nothing is free there. A claim
 *       there may still be open: its writer is dead or asleep, and others went on.
 * </ul>
 *
 * <p>Both words are raised after what they tell was written, by a compare-and-set (so with release). A walk that has seen a free
 * place or an open claim reads them (with acquire) and then looks once more: what they cover is visible to that second look, so
 * what is still missing is lost. A recovery cuts what isn't durable, and then makes the number of the last segment anew; until
 * then a reader without a lock, which sees the one before the other, goes by the watermark alone.
 *
 * <p>A claim without a commit that was there when every session had ended is invalid, although its word doesn't say so: it is a
 * dead writer's in a segment before the one that a recovery scans. An opening that may write invalidates it; one that may not
 * passes it.
 *
 * <p>A claim that is CONTESTED although it has a commit is undecided in general. It is a record for certain before the watermark:
 * the invalidator contested it on an old look, after the commit, and finds the commit at the next look. It is a record, too,
 * where every session has ended: no invalidator is left that could have missed the commit.
 *
 * <p>The words are kept as they were read last, so that a reader that polls at the end compares two words and no more: after its look at the place, so what hasn't changed by then
 * doesn't cover what it has seen. For the
 * use of one thread at a time.
 */
public final class Extent {
    private static final long NOT_READ = -1;

    private final @Nullable ControlFile control;
    private final boolean passesDeadClaims;
    private long watermarkWord = NOT_READ;
    private long lastSegmentWord = NOT_READ;

    // What the words say: a logical position, and the number of a segment.
    private long durable;
    private long last;

    private Extent(@Nullable ControlFile control, boolean passesDeadClaims, long durable, long last) {
        this.control = control;
        this.passesDeadClaims = passesDeadClaims;
        this.durable = durable;
        this.last = last;
    }

    /** Returns what the control file tells, at any time. */
    static Extent of(ControlFile control) {
        return new Extent(control, false, 0, 0);
    }

    /** Returns the same for an opening that may only read, and so can invalidate nothing. */
    static Extent ofReader(ControlFile control) {
        return new Extent(control, true, 0, 0);
    }

    /**
     * Returns an extent that doesn't change: everything before a position is durable, and all segments before the last have
     * ended.
     */
    public static Extent of(long durable, long last) {
        return new Extent(null, false, durable, last);
    }

    /** Returns an extent that knows nothing, for a walk that finds out what is there. */
    static Extent unknown() {
        return new Extent(null, false, 0, 0);
    }

    /** Returns whether a place that has been found free may be so. */
    boolean refreshAndCheckFree(Segment segment, long offset) {
        ControlFile words = control;
        if (words != null && !words.hasExtent(watermarkWord, lastSegmentWord)) {
            refresh();
        }
        return segment.number >= last && start(segment) + offset >= durable;
    }

    /** Returns whether a segment has ended. */
    public boolean hasEnded(Segment segment) {
        refresh();
        return segment.number < last;
    }

    /** Returns the offset in a segment before which everything is claimed, so that no appender may claim there. */
    public long claimedUpTo(Segment segment) {
        return hasEnded(segment) ? segment.bytes : Math.clamp(durable - start(segment), 0, segment.bytes);
    }

    /** Returns whether a claim that has no commit may be given up: it never had one that was forced. */
    boolean refreshAndCheckNotDurable(Segment segment, long offset) {
        refresh();
        return start(segment) + offset >= durable;
    }

    /** Returns what a place is that a cursor has found to be free or open: perhaps a record, or damage. */
    Place judge(RecordCursor at) {
        while (true) {
            refresh();
            if (isGivenUp(at)) {
                return at.takeForVoid();
            }
            if (isPossible(at) || !isFreeOrOpen(at.lookAgain()) || isPossible(at)) {
                return at.place();
            }
            if (at.commit() != 0) {
                return at.takeForCommitted();
            }
            if (at.position() >= durable && isBeingRemade()) {
                return at.place();
            }
            if (!refresh()) {
                return at.refuse(damage(at));
            }
        }
    }

    private static boolean isFreeOrOpen(Place place) {
        return place == Place.FREE || place == Place.OPEN;
    }

    private boolean isPossible(RecordCursor at) {
        boolean isDurable = at.position() < durable;
        return at.place() == Place.FREE
                ? at.segment.number >= last && !isDurable
                : !isDurable && (at.commit() == 0 || !hasEverybodyLeft());
    }

    /** Returns whether the claim at a place will never be committed: it was there when every session had ended. */
    private boolean isGivenUp(RecordCursor at) {
        long claim = at.claim();
        return passesDeadClaims
                && at.place() == Place.OPEN
                && at.position() >= durable
                && hasEverybodyLeft()
                && at.lookAgain() == Place.OPEN
                && at.claim() == claim
                && at.commit() == 0;
    }

    private boolean hasEverybodyLeft() {
        return control != null && !control.hasOpenSessions();
    }

    private boolean isBeingRemade() {
        return control != null && control.isRecovering();
    }

    private String damage(RecordCursor at) {
        if (at.place() == Place.OPEN) {
            return "record " + at.index() + " has lost its commit: it was durable, as everything before position "
                    + durable;
        }
        return at.position() < durable
                ? "nothing is there, and everything before position " + durable + " was durable"
                : "the segment doesn't end, but there is a next one";
    }

    /** Takes in what the words say; returns whether they have changed. */
    private boolean refresh() {
        ControlFile words = control;
        if (words == null) {
            return false;
        }
        long watermarkRead = words.word(ControlLayout.WATERMARK_AT);
        long lastSegmentRead = words.word(ControlLayout.LAST_SEGMENT_AT);
        if (watermarkRead == watermarkWord && lastSegmentRead == lastSegmentWord) {
            return false;
        }
        if (watermarkRead == 0 && watermarkWord != 0 && watermarkWord != NOT_READ) {
            // It only rises.
            throw new JournalCorruptException(
                    FileHead.CONTROL,
                    ControlLayout.WATERMARK_AT,
                    "the durable watermark, which was at position " + durable + ", is lost; repair rebuilds it");
        }
        durable = words.watermark().position();
        last = words.lastSegment();
        watermarkWord = watermarkRead;
        lastSegmentWord = lastSegmentRead;
        return true;
    }

    private static long start(Segment segment) {
        return segment.number * segment.bytes;
    }
}
