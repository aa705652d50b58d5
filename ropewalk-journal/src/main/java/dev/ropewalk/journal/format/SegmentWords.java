package dev.ropewalk.journal.format;

import dev.ropewalk.journal.VerificationReport;
import org.jspecify.annotations.Nullable;

/** Checks what can be checked of the words in a segment's header that are written while it is in use. */
public final class SegmentWords {
    private static final int FIRST_ZEROS_AT = SegmentLayout.END_OFFSET_AT + Long.BYTES;
    private static final int[] CHECKED = {
        SegmentLayout.FIRST_INDEX_AT, SegmentLayout.START_AT, SegmentLayout.END_AT, SegmentLayout.END_OFFSET_AT
    };

    private SegmentWords() {}

    /** Sets them to what they should be, as far as that is known. */
    public static void mend(Segment segment, long firstIndex) {
        for (int at : CHECKED) {
            long word = segment.word(at);
            segment.setWord(at, CheckedWord.corrected(word));
        }
        segment.setWord(SegmentLayout.FIRST_INDEX_AT, CheckedWord.of(firstIndex + 1));
        segment.memory
                .asSlice(FIRST_ZEROS_AT, SegmentLayout.HEADER_BYTES - FIRST_ZEROS_AT)
                .fill((byte) 0);
    }

    /** Returns the first word that is wrong, or null if none is. */
    public static VerificationReport.@Nullable Damage damage(Segment segment, long firstIndex) {
        for (int at : CHECKED) {
            long word = segment.word(at);
            if (!CheckedWord.isValidOrNone(word)) {
                return damage(segment, at, "the word 0x" + Long.toHexString(word) + " of its header fails its check");
            }
        }
        long word = segment.word(SegmentLayout.FIRST_INDEX_AT);
        if (word != 0 && CheckedWord.value(word) != firstIndex + 1) {
            String what = "its first record should be " + firstIndex + ", and its header says "
                    + (CheckedWord.value(word) - 1);
            return damage(segment, SegmentLayout.FIRST_INDEX_AT, what);
        }
        for (int at = FIRST_ZEROS_AT; at < SegmentLayout.HEADER_BYTES; at += Long.BYTES) {
            if (at != SegmentLayout.TAIL_HINT_AT && segment.word(at) != 0) {
                return damage(segment, at, "its header isn't zero where it should be");
            }
        }
        return null;
    }

    private static VerificationReport.Damage damage(Segment segment, long at, String what) {
        return new VerificationReport.Damage(segment.number, at, what, true);
    }
}
