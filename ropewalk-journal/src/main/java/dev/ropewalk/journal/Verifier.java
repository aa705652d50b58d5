package dev.ropewalk.journal;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads every byte of a journal and finds the first one that isn't as writers leave it: also those that no reader depends
 * on, such as the zeros between records and behind the tail. May look at a journal that is in use.
 */
final class Verifier {
    private final SegmentSet segments;
    private final Checksum checksum = new Checksum();

    private long firstIndex;
    private long records;
    private long voids;
    private long openClaims;

    Verifier(SegmentSet segments) {
        this.segments = segments;
    }

    VerificationReport run() {
        long first = segments.first();
        long last = segments.last();
        VerificationReport.@Nullable Damage damage = null;
        RecordCursor cursor = null;
        for (long number = Math.max(first, 0); number <= last && damage == null; number++) {
            Segment segment = segments.get(number);
            if (segment == null) {
                damage = new VerificationReport.Damage(number, 0, String.valueOf(segments.damage(number)));
            } else {
                cursor = enter(cursor, segment);
                String what = verify(cursor, segment, number == last);
                if (what != null) {
                    damage = new VerificationReport.Damage(number, cursor.offset, what);
                }
            }
        }
        long count = last < 0 ? 0 : last - first + 1;
        return new VerificationReport(count, firstIndex, records, voids, openClaims, Optional.ofNullable(damage));
    }

    private RecordCursor enter(@Nullable RecordCursor before, Segment segment) {
        if (before != null) {
            return new RecordCursor(segment, before.index());
        }
        long word = segment.word(SegmentLayout.FIRST_INDEX_AT);
        firstIndex = Math.max(0, CheckedWord.value(word) - 1);
        return new RecordCursor(segment, firstIndex);
    }

    /** Returns what is wrong at the cursor's place, or null if nothing is. */
    private @Nullable String verify(RecordCursor cursor, Segment segment, boolean isLast) {
        long hint = segment.word(SegmentLayout.TAIL_HINT_AT);
        String what = SegmentWords.damage(segment, cursor.firstIndex);
        boolean hinted = hint == 0;
        boolean more = false;
        while (what == null) {
            hinted |= hint == SegmentLayout.tailHint(cursor.offset, cursor.number);
            RecordCursor.Place place = cursor.look();
            switch (place) {
                case RECORD -> {
                    what = damage(cursor, segment, more);
                    more = RecordLayout.isContinued(cursor.commit());
                    records++;
                }
                case VOID -> {
                    what = voidDamage(cursor);
                    voids++;
                }
                case OPEN -> {
                    // The rest of its batch may follow, or not.
                    more = false;
                    openClaims++;
                }
                case DAMAGED -> what = "no writer leaves such a claim and commit";
                case FREE, END -> {
                    what = endDamage(cursor, segment, isLast);
                    if (what == null && !hinted) {
                        cursor.offset = SegmentLayout.TAIL_HINT_AT;
                        what = "the hint where the tail is points to no record";
                    }
                    return what;
                }
            }
            if (what == null) {
                cursor.pass();
            }
        }
        return what;
    }

    private @Nullable String damage(RecordCursor cursor, Segment segment, boolean afterMore) {
        if (!cursor.isIntact(checksum)) {
            return "the number or the CRC32C of record " + cursor.index() + " isn't right";
        }
        boolean continued = RecordLayout.kind(cursor.claim()) == RecordLayout.CONTINUED;
        if (continued != afterMore && openClaims == 0) {
            return "record " + cursor.index() + (continued ? " continues no batch" : " interrupts a batch");
        }
        long end = cursor.offset + RecordLayout.PAYLOAD + cursor.length();
        for (long at = end; at < cursor.offset + RecordLayout.size(cursor.length()); at++) {
            if (segment.memory.get(java.lang.foreign.ValueLayout.JAVA_BYTE, at) != 0) {
                return "record " + cursor.index() + " isn't filled up with zeros";
            }
        }
        return null;
    }

    /** A void claim has no commit, or that of its writer who came too late. */
    private @Nullable String voidDamage(RecordCursor cursor) {
        if (cursor.commit() == 0) {
            return null;
        }
        int number = cursor.number + 1;
        long claim = RecordLayout.as(RecordLayout.DATA, cursor.claim());
        int state = checksum.state(cursor.segment.memory, cursor.offset + RecordLayout.PAYLOAD, cursor.length());
        return RecordLayout.checksum(cursor.commit()) == Checksum.ofRecord(state, number, claim)
                ? null
                : "the void claim of record " + cursor.index() + " has a commit that isn't its own";
    }

    private static @Nullable String endDamage(RecordCursor cursor, Segment segment, boolean isLast) {
        long from = cursor.offset;
        if (cursor.place() == RecordCursor.Place.END) {
            from += RecordLayout.HEADER_BYTES;
            if (cursor.commit() != 0 && cursor.commit() != cursor.endCommit()) {
                return "the commit of the segment's end isn't right";
            }
            long ended = segment.word(SegmentLayout.END_OFFSET_AT);
            if (ended != 0 && CheckedWord.value(ended) != cursor.offset) {
                return "the header says that the segment ends at offset " + CheckedWord.value(ended);
            }
        } else if (!isLast) {
            return "the segment doesn't end, but there is a next one";
        }
        return Cut.isZero(segment, from, segment.bytes) ? null : "what follows the last record isn't zero";
    }
}
