package dev.ropewalk.journal;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.SecureRandom;

/**
 * Makes control files. They come into being whole, by a rename, so that nobody finds half of one. For who holds the
 * directory's exclusive lock.
 */
final class ControlMaker {
    private ControlMaker() {}

    /** Makes that of a journal that begins. */
    static void create(Path directory, long segmentBytes, long nowMillis) {
        ByteBuffer content = ByteBuffer.allocate(ControlLayout.FILE_BYTES);
        content.put(ControlLayout.head(segmentBytes, new SecureRandom().nextLong(), nowMillis));
        replace(directory, content.array());
    }

    /** Writes a control file in the place of the one that is there, if any. */
    static void replace(Path directory, byte[] content) {
        Path temporary = directory.resolve(ControlLayout.FILE + SegmentFiles.TEMPORARY);
        FileThreads.call(directory, () -> {
            ByteBuffer bytes = ByteBuffer.wrap(content);
            try (FileChannel channel = FileChannel.open(
                    temporary,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.TRUNCATE_EXISTING,
                    StandardOpenOption.WRITE)) {
                while (bytes.hasRemaining()) {
                    channel.write(bytes);
                }
                channel.force(true);
            } catch (IOException e) {
                throw Allocation.failure(temporary, content.length, e);
            }
            Files.move(temporary, directory.resolve(ControlLayout.FILE), StandardCopyOption.ATOMIC_MOVE);
            SegmentFiles.forceDirectory(directory);
            return directory;
        });
    }
}
