package dev.ropewalk.journal.repair;

import dev.ropewalk.journal.VerificationReport;
import dev.ropewalk.journal.files.ControlFile;
import dev.ropewalk.journal.files.FileThreads;
import dev.ropewalk.journal.format.Checksum;
import dev.ropewalk.journal.format.FileHead;
import dev.ropewalk.journal.format.Segment;
import dev.ropewalk.journal.format.SegmentLayout;
import dev.ropewalk.journal.store.RecordCursor;
import dev.ropewalk.journal.store.SegmentFolder;
import dev.ropewalk.journal.store.SegmentSet;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Finds segments that lost their heads and aren't what the other files make of them: of another journal, or under another's
 * name. The checksums of their records tell, as identity and number go into each.
 */
final class ForeignSegments {
    private ForeignSegments() {}

    /** Describes the first one for the person that can move it away. For {@link FileThreads}. */
    static Optional<VerificationReport.Damage> find(Path directory, FileHeads heads) throws IOException {
        List<FileHead> lost =
                heads.segments().stream().filter(head -> !head.isKnown()).toList();
        if (lost.isEmpty()) {
            return Optional.empty();
        }
        try (ControlFile control = ControlRebuild.of(directory, heads);
                var segments = SegmentFolder.withAnyHeads(directory, control)) {
            return lost.stream()
                    .filter(head -> isForeign(segments, head.segment))
                    .findFirst()
                    .map(head -> new VerificationReport.Damage(
                            head.segment,
                            SegmentLayout.HEADER_BYTES,
                            "its head is damaged, and by their checksums none of its records is of segment "
                                    + head.segment
                                    + " of the journal with identity " + Long.toHexString(control.identity())
                                    + ", which the other files name; move away what doesn't belong to this one",
                            true));
        }
    }

    private static boolean isForeign(SegmentSet segments, long number) {
        Segment segment = segments.get(number);
        if (segment == null) {
            return false;
        }
        var checksum = new Checksum();
        var cursor = new RecordCursor(segment, 0);
        boolean hasRecords = false;
        while (true) {
            switch (cursor.look()) {
                case RECORD -> {
                    if (cursor.isIntact(checksum)) {
                        return false;
                    }
                    hasRecords = true;
                    cursor.pass();
                }
                case INVALID, OPEN -> cursor.pass();
                case FREE, END, DAMAGED -> {
                    return hasRecords;
                }
            }
        }
    }
}
