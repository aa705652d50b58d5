package dev.ropewalk.journal.store;

import dev.ropewalk.journal.format.CheckedWord;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.format.SegmentLayout;
import java.util.OptionalLong;

/** The index of a journal's first record, also when the word that tells it is damaged. */
public final class FirstIndex {
    public static final String UNKNOWN = "the index of its first record is damaged, and no other segment tells it";

    private FirstIndex() {}

    /** Returns it; empty if nothing tells it. */
    public static OptionalLong of(SegmentSet segments) {
        long first = segments.first();
        if (first <= 0) {
            return OptionalLong.of(0);
        }
        long before = 0;
        for (long number = first; number <= segments.last() && before >= 0; number++) {
            Segment segment = segments.get(number);
            if (segment == null) {
                break;
            }
            long word = segment.word(SegmentLayout.FIRST_INDEX_AT);
            if (word != 0 && CheckedWord.isValid(word)) {
                return OptionalLong.of(CheckedWord.value(word) - 1 - before);
            }
            long records = records(segment);
            before = records < 0 ? -1 : before + records;
        }
        Segment segment = segments.get(first);
        return segment == null ? OptionalLong.empty() : corrected(segment);
    }

    /** Returns how many indices a segment takes, -1 if it doesn't come to its end. */
    private static long records(Segment segment) {
        var cursor = new RecordCursor(segment, 0);
        while (true) {
            switch (cursor.look()) {
                case RECORD, INVALID, OPEN -> cursor.pass();
                case END -> {
                    return cursor.index();
                }
                case FREE, DAMAGED -> {
                    return cursor.isDamagedEnd() ? cursor.index() : -1;
                }
            }
        }
    }

    private static OptionalLong corrected(Segment segment) {
        long word = CheckedWord.corrected(segment.word(SegmentLayout.FIRST_INDEX_AT));
        return word == 0 ? OptionalLong.empty() : OptionalLong.of(CheckedWord.value(word) - 1);
    }
}
