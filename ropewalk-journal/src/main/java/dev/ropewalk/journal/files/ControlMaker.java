package dev.ropewalk.journal.files;

import dev.ropewalk.journal.format.ControlLayout;
import dev.ropewalk.scheduler.park.Parking;
import dev.ropewalk.scheduler.step.Steps;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.security.SecureRandom;

/**
 * Makes control files. They come into being whole, by a rename, so that no reader finds half of one. The caller holds the
 * directory's exclusive lock.
 */
public final class ControlMaker {
    private ControlMaker() {}

    /** Makes that of a journal that begins. */
    public static void create(Path directory, long segmentBytes, long nowMillis, int format) {
        ByteBuffer content = ByteBuffer.allocate(ControlLayout.FILE_BYTES);
        content.put(ControlLayout.head(segmentBytes, identity(), nowMillis, format));
        replace(directory, content.array());
    }

    /** Draws the number that all files of a journal carry, and no other journal's. */
    private static long identity() {
        return (Steps.simulatedScheduler() == null ? new SecureRandom() : Parking.random()).nextLong();
    }

    /** Writes a control file, which replaces one that is there. */
    public static void replace(Path directory, byte[] content) {
        FileThreads.call(directory, () -> {
            WholeFile.replace(directory.resolve(ControlLayout.FILE), content);
            SegmentFiles.forceDirectory(directory);
            return directory;
        });
    }
}
