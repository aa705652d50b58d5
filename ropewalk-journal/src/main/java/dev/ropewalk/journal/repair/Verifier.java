package dev.ropewalk.journal.repair;

import dev.ropewalk.journal.VerificationReport;
import dev.ropewalk.journal.format.CheckedWord;
import dev.ropewalk.journal.format.Checksum;
import dev.ropewalk.journal.format.Frame;
import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.format.SegmentLayout;
import dev.ropewalk.journal.format.SegmentWords;
import dev.ropewalk.journal.store.Extent;
import dev.ropewalk.journal.store.FirstIndex;
import dev.ropewalk.journal.store.RecordCursor;
import dev.ropewalk.journal.store.SegmentSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads every byte of a journal's segments and finds what isn't as writers leave it: also what no reader depends on, such as
 * the zeros between records and behind the tail. It stops at the first damage that no {@link HeaderRepair} mends. May look at a
 * journal that is in use.
 */
final class Verifier {
    private static final String CUT_SHORT = "the batch before isn't whole";

    private final SegmentSet segments;
    private final List<VerificationReport.Damage> mendable;
    private final Checksum checksum = new Checksum();
    private final Frame frame = new Frame();

    private final long durable;
    private @Nullable RecordCursor cursor;
    private VerificationReport.@Nullable Damage damage;
    private long last;
    private long firstIndex;
    private long records;
    private long invalidated;
    private long openClaims;

    /** Verifies segments of which all before a position should be there. */
    Verifier(SegmentSet segments, long durable) {
        this(segments, durable, List.of());
    }

    /** Verifies them after the control file and the heads, of which some damage is known that can be mended. */
    Verifier(SegmentSet segments, long durable, List<VerificationReport.Damage> mendable) {
        this.segments = segments;
        this.durable = durable;
        this.mendable = new ArrayList<>(mendable);
    }

    VerificationReport run() {
        long first = Math.max(0, segments.first());
        last = Math.max(lastBegun(first), segments.lastBegun());
        for (long number = first; number <= last && damage == null; number++) {
            Segment segment = segments.get(number);
            if (segment == null) {
                damaged(number, 0, String.valueOf(segments.damage(number)));
            } else {
                enter(segment);
                verify(segment);
            }
        }
        if (damage == null && cursor != null && cursor.position() < durable) {
            damaged(cursor.segment.number, cursor.offset, "it ends here, and it was durable up to position " + durable);
        }
        return new VerificationReport(
                last - first + 1,
                firstIndex,
                records,
                invalidated,
                openClaims,
                List.copyOf(mendable),
                Optional.ofNullable(damage),
                List.of());
    }

    /** Returns whether the last file's segment has ended, so that another one was about to follow, since a run that has found no damage. */
    boolean hasEnded() {
        return cursor != null && cursor.place() == RecordCursor.Place.END && cursor.segment.number == segments.last();
    }

    /** Returns the index that follows the last claim, since a run that has found no damage. */
    long endIndex() {
        return cursor == null ? 0 : cursor.index();
    }

    /** A segment may be there that was made ahead. */
    private long lastBegun(long first) {
        long last = segments.last();
        Segment segment = last > first ? segments.get(last) : null;
        boolean blank = segment != null && segment.isZero(SegmentLayout.FIRST_INDEX_AT, segment.bytes);
        return blank ? last - 1 : last;
    }

    private void enter(Segment segment) {
        if (cursor != null) {
            cursor.enter(segment, cursor.index());
            return;
        }
        firstIndex = FirstIndex.of(segments).orElse(0);
        cursor = new RecordCursor(segment, firstIndex, Extent.of(durable, last));
    }

    private void damaged(long offset, String what) {
        damaged(cursor().segment.number, offset, what);
    }

    private void damaged(long number, long offset, String what) {
        boolean wasDurable = number * segments.segmentBytes() + offset < durable;
        damage = new VerificationReport.Damage(number, offset, what, wasDurable);
    }

    private void mendable(long offset, String what) {
        mendable.add(new VerificationReport.Damage(cursor().segment.number, offset, what, true));
    }

    private RecordCursor cursor() {
        return Objects.requireNonNull(cursor);
    }

    private void verify(Segment segment) {
        RecordCursor at = cursor();
        long hint = segment.word(SegmentLayout.TAIL_HINT_AT);
        var header = SegmentWords.damage(segment, at.firstIndex);
        if (header != null) {
            mendable.add(header);
        }
        boolean hinted = hint == 0;
        boolean more = false;
        while (true) {
            String what = null;
            hinted |= hint == SegmentLayout.tailHint(at.offset, at.number);
            switch (at.look()) {
                case RECORD -> {
                    what = damage(at, more);
                    more = RecordLayout.isContinued(at.commit());
                    records += what == null ? at.count() : 0;
                }
                case INVALID -> {
                    what = isCutShort(more) ? CUT_SHORT : voidDamage(at);
                    more = false;
                    invalidated++;
                }
                case OPEN -> {
                    // The rest of its batch may follow, or not.
                    more = false;
                    openClaims++;
                }
                case DAMAGED -> {
                    if (at.isDamagedEnd()) {
                        mendable(at.offset, "the commit of the segment's end isn't right");
                        return;
                    }
                    what = at.whatIsDamaged();
                }
                case FREE, END -> {
                    boolean isEnd = at.place() == RecordCursor.Place.END;
                    what = isEnd ? null : openEndDamage(at, segment);
                    if (what != null && at.look() != RecordCursor.Place.FREE) {
                        // A writer has gone on meanwhile.
                        continue;
                    }
                    what = isCutShort(more) ? CUT_SHORT : what;
                    String mend = isEnd ? endDamage(at, segment) : null;
                    if (what != null) {
                        damaged(at.offset, what);
                    } else if (mend != null) {
                        mendable(at.offset, mend);
                    } else if (!hinted) {
                        mendable(SegmentLayout.TAIL_HINT_AT, "the hint where the tail is points to no record");
                    }
                    return;
                }
            }
            if (what != null) {
                damaged(at.offset, what);
                return;
            }
            at.pass();
        }
    }

    /** The rest of a batch whose first record is a claim may follow or not. */
    private boolean isCutShort(boolean more) {
        return more && openClaims == 0;
    }

    private @Nullable String damage(RecordCursor cursor, boolean afterMore) {
        if (!cursor.isIntact(checksum)) {
            return "the number or the CRC32C of record " + cursor.index() + " isn't right";
        }
        boolean continued = RecordLayout.kind(cursor.claim()) == RecordLayout.CONTINUED;
        if (continued ? !afterMore && openClaims == 0 : isCutShort(afterMore)) {
            return "record " + cursor.index() + (continued ? " continues no batch" : " interrupts a batch");
        }
        if (cursor.count() > 1 && !cursor.open(frame)) {
            return "the batch of record " + cursor.index() + " isn't filled by its records";
        }
        if (!cursor.isFilledUp()) {
            mendable(cursor.offset, "record " + cursor.index() + " isn't filled up with zeros");
        }
        return null;
    }

    /** An invalid claim has no commit, or that of a writer that came too late, whose payload needn't be whole. */
    private static @Nullable String voidDamage(RecordCursor cursor) {
        long commit = cursor.commit();
        return commit == 0 || RecordLayout.number(commit) == cursor.number + 1
                ? null
                : "the invalid claim of record " + cursor.index() + " has a commit that isn't its own";
    }

    private static @Nullable String endDamage(RecordCursor cursor, Segment segment) {
        long ended = segment.word(SegmentLayout.END_OFFSET_AT);
        if (CheckedWord.isValid(ended) && CheckedWord.value(ended) != cursor.offset) {
            return "the header says that the segment ends at offset " + CheckedWord.value(ended);
        }
        boolean isZero = segment.isZero(cursor.offset + RecordLayout.HEADER_BYTES, segment.bytes);
        return isZero ? null : "what follows the segment's end isn't zero";
    }

    private static @Nullable String openEndDamage(RecordCursor cursor, Segment segment) {
        return segment.isZero(cursor.offset, segment.bytes) ? null : "what follows the last record isn't zero";
    }
}
