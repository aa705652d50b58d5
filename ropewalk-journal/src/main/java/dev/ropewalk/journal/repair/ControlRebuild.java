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
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
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
        FileHead head = heads.control();
        byte[] old = head.exists() ? Files.readAllBytes(head.file) : new byte[0];
        byte[] content = Arrays.copyOf(old, ControlLayout.FILE_BYTES);
        heads.expected(head).get(content, 0, FileHead.BYTES);
        ControlFile control = ControlFile.inMemory(head.file, content);
        try {
            complete(directory, control, heads, old.length);
            return control;
        } catch (RuntimeException | Error e) {
            control.close();
            throw e;
        }
    }

    /** Returns whether the control file tells which segment is the last one that has begun. */
    static boolean isLastSegmentKnown(FileHeads heads) throws IOException {
        FileHead head = heads.control();
        byte[] found = head.exists() ? Files.readAllBytes(head.file) : new byte[0];
        return found.length >= ControlLayout.LAST_SEGMENT_AT + Long.BYTES
                && CheckedWord.isValid(
                        ByteBuffer.wrap(found).order(ByteOrder.LITTLE_ENDIAN).getLong(ControlLayout.LAST_SEGMENT_AT));
    }

    private static void complete(Path directory, ControlFile control, FileHeads heads, int foundBytes) {
        boolean knowsPoison = foundBytes >= ControlLayout.POISON_AT + Long.BYTES
                && CheckedWord.isValidOrNone(control.word(ControlLayout.POISON_AT));
        ControlWords.clearDamaged(control);
        if (!knowsPoison) {
            control.watermark().poison(BootIdentity.UNKNOWN);
        }
        if (heads.segments().isEmpty()) {
            return;
        }
        long first = heads.segments().getFirst().segment;
        if (control.word(ControlLayout.FIRST_SEGMENT_AT) == 0) {
            control.raiseFirstSegment(first);
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
