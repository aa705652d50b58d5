package dev.ropewalk.journal.repair;

import dev.ropewalk.journal.files.ControlFile;
import dev.ropewalk.journal.files.SegmentFiles;
import dev.ropewalk.journal.format.CheckedWord;
import dev.ropewalk.journal.format.Checksum;
import dev.ropewalk.journal.format.FileHead;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.format.SegmentLayout;
import dev.ropewalk.journal.store.RecordCursor;
import dev.ropewalk.journal.store.SegmentFolder;
import java.io.IOException;
import java.nio.file.Path;

/**
 * Finds segments that are there although the control file says that they are deleted, and that are as good as those behind them:
 * intact, and one after the other up to the first one. If the control file is damaged, they are believed.
 */
final class EarlierSegments {
    private EarlierSegments() {}

    /** Returns the number of the first one of them, or that of the first segment if there are none. */
    static long first(Path directory, ControlFile control, long first) throws IOException {
        try (var segments = SegmentFolder.withAnyHeads(directory, control)) {
            long number = first;
            while (number > 0 && isOwn(directory, control, number - 1) && isFollowed(segments, number - 1)) {
                number--;
            }
            return number;
        }
    }

    private static boolean isOwn(Path directory, ControlFile control, long number) throws IOException {
        FileHead head = FileHead.read(SegmentFiles.path(directory, number), number);
        return head.isKnown()
                && head.origin().identity() == control.identity()
                && head.number() == number
                && head.fileBytes == control.segmentBytes();
    }

    private static boolean isFollowed(SegmentFolder segments, long number) {
        Segment segment = segments.get(number);
        Segment next = segments.get(number + 1);
        if (segment == null || next == null) {
            return false;
        }
        long word = segment.word(SegmentLayout.FIRST_INDEX_AT);
        if (word == 0 || !CheckedWord.isValid(word)) {
            return false;
        }
        var checksum = new Checksum();
        var cursor = new RecordCursor(segment, CheckedWord.value(word) - 1);
        while (true) {
            switch (cursor.look()) {
                case RECORD -> {
                    if (!cursor.isIntact(checksum)) {
                        return false;
                    }
                    cursor.pass();
                }
                case INVALID -> cursor.pass();
                case END -> {
                    return next.word(SegmentLayout.FIRST_INDEX_AT) == CheckedWord.of(cursor.index() + 1);
                }
                case OPEN, FREE, DAMAGED -> {
                    return false;
                }
            }
        }
    }
}
