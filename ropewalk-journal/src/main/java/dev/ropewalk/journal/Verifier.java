package dev.ropewalk.journal;

import java.lang.foreign.ValueLayout;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads every byte of a journal and finds the first one that isn't as writers leave it: also those that no reader depends
 * on, such as the zeros between records and behind the tail. May look at a journal that is in use.
 */
final class Verifier {
    private static final String CUT_SHORT = "the batch before isn't whole";

    private final SegmentSet segments;
    private final Checksum checksum = new Checksum();

    private final long durable;
    private @Nullable RecordCursor cursor;
    private VerificationReport.@Nullable Damage damage;
    private long firstIndex;
    private long records;
    private long voids;
    private long openClaims;

    /** Verifies segments of which all before a position should be there. */
    Verifier(SegmentSet segments, long durable) {
        this.segments = segments;
        this.durable = durable;
    }

    VerificationReport run() {
        long first = Math.max(0, segments.first());
        long last = lastBegun(first);
        for (long number = first; number <= last && damage == null; number++) {
            Segment segment = segments.get(number);
            if (segment == null) {
                damaged(number, 0, String.valueOf(segments.damage(number)));
            } else {
                enter(segment);
                verify(segment, number == last);
            }
        }
        if (damage == null && cursor != null && cursor.position() < durable) {
            damaged(cursor.segment.number, cursor.offset, "it ends here, and it was durable up to position " + durable);
        }
        return new VerificationReport(
                last - first + 1, firstIndex, records, voids, openClaims, Optional.ofNullable(damage));
    }

    /** A segment may be there that was made ahead. */
    private long lastBegun(long first) {
        long last = segments.last();
        Segment segment = last > first ? segments.get(last) : null;
        boolean blank = segment != null && Cut.isZero(segment, SegmentLayout.FIRST_INDEX_AT, segment.bytes);
        return blank ? last - 1 : last;
    }

    private void enter(Segment segment) {
        long word = segment.word(SegmentLayout.FIRST_INDEX_AT);
        if (cursor == null) {
            firstIndex = Math.max(0, CheckedWord.value(word) - 1);
            cursor = new RecordCursor(segment, firstIndex);
        } else {
            cursor.enter(segment, cursor.index());
        }
    }

    private void damaged(long offset, String what) {
        damaged(cursor().segment.number, offset, what);
    }

    private void damaged(long number, long offset, String what) {
        long bytes = cursor == null ? 0 : cursor.segment.bytes;
        damage = new VerificationReport.Damage(number, offset, what, number * bytes + offset < durable);
    }

    private RecordCursor cursor() {
        return Objects.requireNonNull(cursor);
    }

    private void verify(Segment segment, boolean isLast) {
        RecordCursor at = cursor();
        long hint = segment.word(SegmentLayout.TAIL_HINT_AT);
        String what = SegmentWords.damage(segment, at.firstIndex);
        if (what != null) {
            damaged(SegmentLayout.FIRST_INDEX_AT, what);
            return;
        }
        boolean hinted = hint == 0;
        boolean more = false;
        while (true) {
            hinted |= hint == SegmentLayout.tailHint(at.offset, at.number);
            switch (at.look()) {
                case RECORD -> {
                    what = damage(at, segment, more);
                    more = RecordLayout.isContinued(at.commit());
                    records++;
                }
                case VOID -> {
                    what = isCutShort(more) ? CUT_SHORT : voidDamage(at);
                    more = false;
                    voids++;
                }
                case OPEN -> {
                    // The rest of its batch may follow, or not.
                    more = false;
                    openClaims++;
                }
                case DAMAGED -> what = "no writer leaves such a claim and commit";
                case FREE, END -> {
                    what = isCutShort(more) ? CUT_SHORT : endDamage(at, segment, isLast);
                    if (what != null && at.place() == RecordCursor.Place.FREE && at.look() != RecordCursor.Place.FREE) {
                        // A writer has gone on meanwhile.
                        continue;
                    }
                    if (what != null) {
                        damaged(at.offset, what);
                    } else if (!hinted) {
                        damaged(SegmentLayout.TAIL_HINT_AT, "the hint where the tail is points to no record");
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

    /** Reads a journal's files without changing them. */
    static VerificationReport verify(Path directory) {
        return FileThreads.call(directory, () -> {
            try (ControlFile control = ControlFile.open(directory, false);
                    var segments = new SegmentFolder(directory, control, false)) {
                return new Verifier(segments, control.watermark().position()).run();
            } catch (JournalCorruptException e) {
                var damage =
                        new VerificationReport.Damage(e.segment(), e.offset(), String.valueOf(e.getMessage()), true);
                return new VerificationReport(0, 0, 0, 0, 0, Optional.of(damage));
            }
        });
    }

    private @Nullable String damage(RecordCursor cursor, Segment segment, boolean afterMore) {
        if (!cursor.isIntact(checksum)) {
            return "the number or the CRC32C of record " + cursor.index() + " isn't right";
        }
        boolean continued = RecordLayout.kind(cursor.claim()) == RecordLayout.CONTINUED;
        if (continued ? !afterMore && openClaims == 0 : isCutShort(afterMore)) {
            return "record " + cursor.index() + (continued ? " continues no batch" : " interrupts a batch");
        }
        long end = cursor.offset + RecordLayout.PAYLOAD + cursor.length();
        for (long at = end; at < cursor.offset + RecordLayout.size(cursor.length()); at++) {
            if (segment.memory.get(ValueLayout.JAVA_BYTE, at) != 0) {
                return "record " + cursor.index() + " isn't filled up with zeros";
            }
        }
        return null;
    }

    /** A void claim has no commit, or that of its writer who came too late, whose payload needn't be whole. */
    private static @Nullable String voidDamage(RecordCursor cursor) {
        long commit = cursor.commit();
        return commit == 0 || RecordLayout.number(commit) == cursor.number + 1
                ? null
                : "the void claim of record " + cursor.index() + " has a commit that isn't its own";
    }

    private static @Nullable String endDamage(RecordCursor cursor, Segment segment, boolean isLast) {
        long from = cursor.offset;
        if (cursor.place() == RecordCursor.Place.END) {
            from += RecordLayout.HEADER_BYTES;
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
