package dev.ropewalk.journal;

/** Sets right whatever of a journal follows from its records: words of headers, ends, zeros. Stops at the first damage of a record. */
final class Mender {
    private final SegmentSet segments;
    private final Checksum checksum = new Checksum();

    Mender(SegmentSet segments) {
        this.segments = segments;
    }

    void run() {
        long index = -1;
        for (long number = Math.max(0, segments.first()); number <= segments.last(); number++) {
            Segment segment = segments.get(number);
            if (segment == null || (index < 0 && !isIndexed(segment, number))) {
                return;
            }
            if (segment.word(SegmentLayout.FIRST_INDEX_AT) == 0 && segment.claimed(SegmentLayout.HEADER_BYTES) == 0) {
                // Made ahead, and not begun.
                return;
            }
            index = mend(segment, index < 0 ? segment.firstIndex() : index);
            if (index < 0) {
                return;
            }
        }
    }

    private static boolean isIndexed(Segment segment, long number) {
        long word = segment.word(SegmentLayout.FIRST_INDEX_AT);
        if (word == 0 && number == 0) {
            segment.setWord(SegmentLayout.FIRST_INDEX_AT, CheckedWord.of(1));
        }
        return word == 0 ? number == 0 : CheckedWord.isValid(word);
    }

    /** Mends a segment; returns the next one's first index, or -1 if it doesn't come to its end. */
    private long mend(Segment segment, long firstIndex) {
        SegmentWords.mend(segment, firstIndex);
        var cursor = new RecordCursor(segment, firstIndex);
        while (true) {
            switch (cursor.look()) {
                case RECORD -> {
                    if (!cursor.isIntact(checksum)) {
                        return -1;
                    }
                    cursor.pass();
                }
                case VOID, OPEN -> cursor.pass();
                case END -> {
                    end(cursor);
                    return cursor.index();
                }
                case DAMAGED -> {
                    if (!isEndByHeader(cursor)) {
                        return -1;
                    }
                    end(cursor);
                    return cursor.index();
                }
                case FREE -> {
                    return -1;
                }
            }
        }
    }

    /** An end whose commit is wrong may be a damaged one, or another segment's: then what follows are records. */
    private static boolean isEndByHeader(RecordCursor cursor) {
        long claim = cursor.claim();
        return RecordLayout.kind(claim) == RecordLayout.END
                && RecordLayout.fits(claim, cursor.offset, cursor.segment.bytes)
                && cursor.segment.word(SegmentLayout.END_OFFSET_AT) == CheckedWord.of(cursor.offset);
    }

    private static void end(RecordCursor cursor) {
        Segment segment = cursor.segment;
        segment.commit(cursor.offset, cursor.endCommit());
        segment.memory.asSlice(cursor.offset + RecordLayout.HEADER_BYTES).fill((byte) 0);
        segment.setWord(SegmentLayout.END_OFFSET_AT, CheckedWord.of(cursor.offset));
    }
}
