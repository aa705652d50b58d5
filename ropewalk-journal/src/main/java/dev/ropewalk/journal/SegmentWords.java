package dev.ropewalk.journal;

import org.jspecify.annotations.Nullable;

/** Checks what can be checked of the words in a segment's header that are written while it is in use. */
final class SegmentWords {
    private static final int FIRST_ZEROS_AT = SegmentLayout.END_OFFSET_AT + Long.BYTES;
    private static final int[] CHECKED = {
        SegmentLayout.FIRST_INDEX_AT, SegmentLayout.START_AT, SegmentLayout.END_AT, SegmentLayout.END_OFFSET_AT
    };

    private SegmentWords() {}

    /** Sets them to what they should be, as far as that is known. */
    static void mend(Segment segment, long firstIndex) {
        for (int at : CHECKED) {
            long word = segment.word(at);
            segment.setWord(at, CheckedWord.corrected(word));
        }
        segment.setWord(SegmentLayout.FIRST_INDEX_AT, CheckedWord.of(firstIndex + 1));
        segment.memory
                .asSlice(FIRST_ZEROS_AT, SegmentLayout.HEADER_BYTES - FIRST_ZEROS_AT)
                .fill((byte) 0);
    }

    /** Returns what is wrong, or null if nothing is. */
    static @Nullable String damage(Segment segment, long firstIndex) {
        for (int at : CHECKED) {
            long word = segment.word(at);
            if (!CheckedWord.isValidOrNone(word)) {
                return "the word at offset " + at + " of its header fails its check: 0x" + Long.toHexString(word);
            }
        }
        long word = segment.word(SegmentLayout.FIRST_INDEX_AT);
        if (word != 0 && CheckedWord.value(word) != firstIndex + 1) {
            return "its first record should be " + firstIndex + ", and its header says "
                    + (CheckedWord.value(word) - 1);
        }
        boolean zero = Cut.isZero(segment, FIRST_ZEROS_AT, SegmentLayout.TAIL_HINT_AT)
                && Cut.isZero(segment, SegmentLayout.TAIL_HINT_AT + Long.BYTES, SegmentLayout.HEADER_BYTES);
        return zero ? null : "its header isn't zero where it should be";
    }
}
