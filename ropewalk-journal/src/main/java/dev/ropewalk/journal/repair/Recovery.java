package dev.ropewalk.journal.repair;

import dev.ropewalk.journal.CutTail;
import dev.ropewalk.journal.JournalCorruptException;
import dev.ropewalk.journal.RecoveryReport;
import dev.ropewalk.journal.files.Interruption;
import dev.ropewalk.journal.files.Watermark;
import dev.ropewalk.journal.format.CheckedWord;
import dev.ropewalk.journal.format.Checksum;
import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.format.SegmentLayout;
import dev.ropewalk.journal.store.Cut;
import dev.ropewalk.journal.store.Extent;
import dev.ropewalk.journal.store.OpenClaim;
import dev.ropewalk.journal.store.RecordCursor;
import dev.ropewalk.journal.store.SegmentSet;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Brings a journal in order whose writers are all gone, some of them perhaps by a crash.
 *
 * <p>It scans from the segment of the durable watermark on; what is before that was forced and isn't looked at. A fault
 * before the watermark is damage: it is refused, for a disk that has lost durable data isn't to be written on. What is behind
 * the watermark, and how much of it is scanned, depends on what has happened:
 *
 * <ul>
 *   <li>Processes died and the machine went on: the kernel's memory is whole. Only the last segment is scanned. Each claim
 *       without a commit is a dead writer's and is invalidated; in the segments before, by the first process that reads or forces
 *       them. Everything else must be right, or is damage: also a claim that reaches over the record behind it.
 *   <li>The machine stopped: any page may be older than any other. The first record that isn't whole is the end, and a batch
 *       counts only as a whole. What follows is {@linkplain Cut cut}, even intact records: they were appended after a record that
 *       is lost.
 *   <li>It isn't known which: claims are invalidated, and the first fault is the end.
 * </ul>
 */
public final class Recovery {
    private final SegmentSet segments;
    private final Watermark watermark;
    private final Interruption since;
    private final long durable;
    private final Checksum checksum = new Checksum();

    private long records;
    private long invalidated;
    private long lastSegment = -1;
    // The start of the batch that the cursor is in; -1 if it is in none.
    private long batchStart = -1;
    private long batchIndex;
    private long endIndex;

    public Recovery(SegmentSet segments, Watermark watermark, Interruption since) {
        this.segments = segments;
        this.watermark = watermark;
        this.since = since;
        this.durable = watermark.position();
    }

    /**
     * Recovers.
     *
     * @throws JournalCorruptException if something is damaged that was durable
     */
    public RecoveryReport run() {
        checkNoneLost();
        Optional<CutTail> cut = scan(start());
        return new RecoveryReport(since != Interruption.PROCESSES_DIED, records, invalidated, cut);
    }

    /** Returns the number of the segment in which the journal ends since the run. */
    public long lastSegment() {
        return lastSegment;
    }

    /** Returns the index of the first record that will be appended since the run. */
    public long endIndex() {
        return endIndex;
    }

    /**
     * Refuses a journal of which a segment that has begun is missing or without its head. Both were forced before it began, so
     * no crash takes them away.
     */
    private void checkNoneLost() {
        long first = segments.first();
        if (first < 0) {
            throw new JournalCorruptException(segments.firstKept(), 0, "no segment is there");
        }
        if (first != segments.firstKept()) {
            throw new JournalCorruptException(
                    segments.firstKept(),
                    0,
                    "its file is missing, and the first one that is there is segment " + first);
        }
        for (long number = scanned(); number <= segments.lastBegun(); number++) {
            if (segments.get(number) == null) {
                throw new JournalCorruptException(number, 0, String.valueOf(segments.damage(number)));
            }
        }
    }

    /** Returns the number of the first segment that isn't durable as a whole. */
    private long scanned() {
        return Math.clamp(durable / segments.segmentBytes(), segments.first(), segments.last());
    }

    private RecordCursor start() {
        long first = segments.first();
        long number = since == Interruption.PROCESSES_DIED ? segments.last() : scanned();
        Segment segment = segments.get(number);
        while (number > first && (segment == null || !isIndexed(segment))) {
            number--;
            segment = segments.get(number);
        }
        if (segment == null) {
            throw new JournalCorruptException(number, 0, String.valueOf(segments.damage(number)));
        }
        if (!isIndexed(segment) && number > 0) {
            throw new JournalCorruptException(
                    number, SegmentLayout.FIRST_INDEX_AT, "the index of its first record isn't known");
        }
        return new RecordCursor(segment, isIndexed(segment) ? firstIndex(segment) : 0);
    }

    private static boolean isIndexed(Segment segment) {
        long word = segment.word(SegmentLayout.FIRST_INDEX_AT);
        return word != 0 && CheckedWord.isValid(word);
    }

    private static long firstIndex(Segment segment) {
        return CheckedWord.value(segment.word(SegmentLayout.FIRST_INDEX_AT)) - 1;
    }

    private Optional<CutTail> scan(RecordCursor cursor) {
        enter(cursor.segment, cursor.firstIndex);
        while (true) {
            String fault = null;
            switch (cursor.look()) {
                case RECORD -> {
                    if (cursor.isIntact(checksum)) {
                        passRecord(cursor);
                        continue;
                    }
                    fault = "the number or the CRC32C of record " + cursor.index() + " isn't right";
                }
                case INVALID -> {
                    cursor.pass();
                    continue;
                }
                case OPEN -> {
                    boolean wasDurable = cursor.position() < durable;
                    if (wasDurable && settleContested(cursor)) {
                        passRecord(cursor);
                        continue;
                    }
                    boolean mayBeVoid = since != Interruption.MACHINE_STOPPED && !wasDurable;
                    if (mayBeVoid && !coversNext(cursor)) {
                        voidClaim(cursor);
                        continue;
                    }
                    fault = "record " + cursor.index() + " is claimed but not committed"
                            + (mayBeVoid ? ", and its length reaches over the next record" : "");
                }
                case END -> {
                    if (nextSegment(cursor)) {
                        continue;
                    }
                    return end(cursor, cursor.offset + RecordLayout.HEADER_BYTES, lostHead(cursor.segment.number + 1));
                }
                case FREE -> {}
                case DAMAGED -> fault = "no writer leaves such a claim and commit";
            }
            return end(cursor, cursor.offset, fault);
        }
    }

    private void passRecord(RecordCursor cursor) {
        if (!RecordLayout.isContinued(cursor.commit())) {
            batchStart = -1;
        } else if (batchStart < 0) {
            batchStart = cursor.offset;
            batchIndex = cursor.index();
        }
        records += cursor.count();
        cursor.pass();
    }

    /**
     * Saves a contested claim whose record is durable, which is no damage: {@link Extent} tells how it comes. Returns false if it
     * isn't that.
     */
    private boolean settleContested(RecordCursor cursor) {
        long contested = cursor.claim();
        return cursor.commit() != 0
                && cursor.takeForCommitted() == RecordCursor.Place.RECORD
                && cursor.isIntact(checksum)
                && cursor.segment.changeClaim(cursor.offset, contested, RecordLayout.as(RecordLayout.SAVED, contested));
    }

    /**
     * Returns whether an open claim reaches over the record behind it. Its length is damaged then: no commit covers it, and
     * without that record it would look right if nothing else is behind.
     */
    private boolean coversNext(RecordCursor cursor) {
        Segment segment = cursor.segment;
        int before = cursor.number + cursor.count();
        long end = cursor.offset + RecordLayout.size(cursor.length());
        RecordCursor next = cursor.toStart();
        for (long at = cursor.offset + RecordLayout.HEADER_BYTES; at < end; at += RecordLayout.ALIGNMENT) {
            next.moveTo(at, before);
            if (RecordLayout.number(segment.committed(at)) == before + 1
                    && next.look() == RecordCursor.Place.RECORD
                    && next.isIntact(checksum)) {
                return true;
            }
        }
        return false;
    }

    private void voidClaim(RecordCursor cursor) {
        // A contested claim may have a commit, which a reader may have seen.
        if (new OpenClaim(cursor.segment, cursor.offset, cursor.number + 1).settle()) {
            invalidated++;
        }
    }

    private boolean nextSegment(RecordCursor cursor) {
        cursor.completeEnd();
        long number = cursor.segment.number + 1;
        Segment next = segments.get(number);
        if (next == null) {
            return false;
        }
        long index = cursor.index();
        cursor.enter(next, index);
        enter(next, index);
        return true;
    }

    /** Says what is wrong with a segment that is there and hasn't begun, as far as is known, so that it is cut off. */
    private @Nullable String lostHead(long number) {
        boolean isCut = number <= segments.last() && since != Interruption.PROCESSES_DIED;
        return isCut ? "segment " + number + " is damaged: " + segments.damage(number) : null;
    }

    private void enter(Segment segment, long index) {
        // Where the tail was is a hint that may be newer than the records.
        segment.setWord(SegmentLayout.TAIL_HINT_AT, 0);
        segment.setWord(SegmentLayout.FIRST_INDEX_AT, CheckedWord.of(index + 1));
    }

    private Optional<CutTail> end(RecordCursor cursor, long offset, @Nullable String fault) {
        Segment segment = cursor.segment;
        lastSegment = segment.number;
        endIndex = cursor.index();
        if (cursor.position() < durable) {
            throw new JournalCorruptException(
                    segment.number,
                    offset,
                    (fault == null ? "it ends here" : fault) + ", and it was durable up to position " + durable);
        }
        if (since == Interruption.PROCESSES_DIED) {
            String damage =
                    fault == null && cursor.place() == RecordCursor.Place.FREE ? restDamage(segment, offset) : fault;
            if (damage != null) {
                throw new JournalCorruptException(
                        segment.number, offset, damage + ", and the machine hasn't stopped since");
            }
            return Optional.empty();
        }
        boolean inBatch = batchStart >= 0 && segment.number * segment.bytes + batchStart >= durable;
        long at = inBatch ? batchStart : offset;
        endIndex = inBatch ? batchIndex : endIndex;
        String reason = fault == null ? "it ends here" : fault;
        Optional<CutTail> cut = Cut.at(segments, segment, at, inBatch ? "a batch isn't whole: " + reason : reason);
        forceUpTo(segment, at);
        // Not beyond an end record: as long as there is no next segment that is where the journal ends.
        watermark.raise(segment.number * segment.bytes + Math.min(at, cursor.offset));
        return cut;
    }

    /** A claim covers what its writer stores behind it, so a hole has nothing behind it but zeros. */
    private static @Nullable String restDamage(Segment segment, long offset) {
        return segment.isZero(offset, segment.bytes) ? null : "no record is there, but what follows isn't zero";
    }

    private void forceUpTo(Segment last, long offset) {
        for (long number = Math.max(segments.first(), durable / last.bytes); number < last.number; number++) {
            Segment segment = segments.get(number);
            if (segment != null) {
                segments.force(segment, 0, segment.bytes);
            }
        }
        segments.force(last, 0, offset);
    }
}
