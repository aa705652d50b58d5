package dev.ropewalk.journal.repair;

import dev.ropewalk.journal.files.BootIdentity;
import dev.ropewalk.journal.files.ControlFile;
import dev.ropewalk.journal.files.FileThreads;
import dev.ropewalk.journal.format.CheckedWord;
import dev.ropewalk.journal.format.ControlLayout;
import dev.ropewalk.journal.format.FileHead;
import dev.ropewalk.journal.store.Epochs;
import dev.ropewalk.journal.store.SegmentFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * Works out what a damaged control file should hold: what is intact of it stays, word by word, and the rest follows from the
 * segments. Nothing is promised that isn't known: without its word the watermark is 0, and what the kernel may have failed to
 * write counts as poisoned until a repair has written it again.
 */
final class ControlRebuild {
    private ControlRebuild() {}

    /** Returns it in memory, to be closed by the caller. It says that a recovery is under way. For {@link FileThreads}. */
    static ControlFile of(Path directory, FileHeads heads) throws IOException {
        byte[] old = found(heads);
        ControlFile control = inMemory(heads, old);
        try {
            complete(directory, control, heads, old.length);
            return control;
        } catch (RuntimeException | Error e) {
            control.close();
            throw e;
        }
    }

    /** Returns whether the control file tells which segment is the last one that has begun. */
    static boolean isLastSegmentKnown(Path directory, FileHeads heads) throws IOException {
        try (ControlFile control = inMemory(heads, found(heads))) {
            ControlWords.clearDamaged(directory, control);
            return control.word(ControlLayout.LAST_SEGMENT_AT) != 0;
        }
    }

    /** Returns whether the control file tells which segment is the first one that isn't deleted. Without a value none was deleted. */
    static boolean isFirstSegmentKnown(Path directory, FileHeads heads) throws IOException {
        try (ControlFile control = inMemory(heads, found(heads))) {
            boolean hasNone = control.word(ControlLayout.FIRST_SEGMENT_AT) == 0;
            ControlWords.clearDamaged(directory, control);
            // Where zeros took its place, they took that of the last one, too.
            return hasNone
                    ? control.word(ControlLayout.LAST_SEGMENT_AT) != 0
                    : control.word(ControlLayout.FIRST_SEGMENT_AT) != 0;
        }
    }

    private static byte[] found(FileHeads heads) throws IOException {
        FileHead head = heads.control();
        return head.exists() ? Files.readAllBytes(head.file) : new byte[0];
    }

    private static ControlFile inMemory(FileHeads heads, byte[] found) throws IOException {
        byte[] content = Arrays.copyOf(found, ControlLayout.FILE_BYTES);
        heads.expected(heads.control()).get(content, 0, FileHead.BYTES);
        return ControlFile.inMemory(heads.control().file, content);
    }

    private static void complete(Path directory, ControlFile control, FileHeads heads, int foundBytes)
            throws IOException {
        boolean knowsPoison = foundBytes >= ControlLayout.POISON_AT + Long.BYTES
                && CheckedWord.isValidOrNone(control.word(ControlLayout.POISON_AT));
        ControlWords.clearDamaged(directory, control);
        if (!knowsPoison) {
            control.watermark().poison(BootIdentity.UNKNOWN);
        }
        if (heads.segments().isEmpty()) {
            return;
        }
        long first = heads.segments().getFirst().segment;
        long told = control.word(ControlLayout.FIRST_SEGMENT_AT);
        if (!isFirstSegmentKnown(directory, heads)) {
            control.raiseFirstSegment(first);
        } else if (told != 0) {
            long earlier = EarlierSegments.first(directory, control, control.firstSegment());
            control.changeWord(ControlLayout.FIRST_SEGMENT_AT, told, CheckedWord.of(earlier));
        }
        // No value would mean that the journal has no segment yet.
        control.raiseLastSegment(control.firstSegment());
        if (control.sessionsBegun() == 0) {
            try (var segments = SegmentFolder.withAnyHeads(directory, control)) {
                control.raiseSessionsBegun(Epochs.of(segments).lastSession());
            }
        }
        control.beginRecovery();
    }
}
