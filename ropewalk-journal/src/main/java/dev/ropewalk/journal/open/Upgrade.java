package dev.ropewalk.journal.open;

import dev.ropewalk.journal.JournalException;
import dev.ropewalk.journal.JournalFormatException;
import dev.ropewalk.journal.files.Allocation;
import dev.ropewalk.journal.files.ControlFile;
import dev.ropewalk.journal.files.FileThreads;
import dev.ropewalk.journal.files.LockFile;
import dev.ropewalk.journal.files.LockRecord;
import dev.ropewalk.journal.files.Machine;
import dev.ropewalk.journal.files.OpenHere;
import dev.ropewalk.journal.format.ControlLayout;
import dev.ropewalk.journal.format.FileHead;
import dev.ropewalk.journal.format.Format;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Raises the format of a journal: the head of its control file is written anew, and that is all. Segments that are there stay as they
 * are, a spare one included.
 *
 * <p>The caller has the journal alone. So no writer of an older library is inside, and none comes in later, for it refuses the
 * control file. The head lies in one sector, so a stop of the machine leaves the old one or the new one.
 *
 * <p>Openings that only read take no lock. Those that are inside go on. One of an older library reads all that is of its format, and is
 * refused by the head of the first segment that isn't, with a {@link JournalFormatException}. One that comes at this moment may find a part
 * of each head, and {@linkplain FileHead#isBetweenFormats() knows that}; in an older library it may be refused, and come again.
 */
public final class Upgrade {
    private Upgrade() {}

    /** Does it; returns false if the journal has the newest format already. */
    public static boolean of(Path directory) {
        return FileThreads.call(directory, () -> {
            if (!Files.isDirectory(directory)) {
                throw new JournalFormatException("there is no journal in " + directory + ": it is no directory");
            }
            // Refuses what is no journal before it makes a file there.
            ControlFile.open(directory, false).close();
            try (LockFile locks = LockFile.open(directory)) {
                LockFile.Hold alone = locks.tryHold(LockFile.OPEN, false)
                        .orElseThrow(() -> new JournalException("the journal in " + directory
                                + " can't be upgraded: it is open, in this process or another"));
                try {
                    if (!locks.isCurrent()) {
                        throw new JournalException("the journal in " + directory
                                + " can't be upgraded: its lock file was replaced at the same time");
                    }
                    OpenHere.refuse(directory, "upgraded");
                    return alone(directory, locks);
                } finally {
                    alone.close();
                }
            }
        });
    }

    private static boolean alone(Path directory, LockFile locks) throws IOException {
        try (ControlFile control = ControlFile.open(directory, true)) {
            if (control.format() == Format.NEWEST) {
                return false;
            }
            new LockRecord(control, locks).take(Machine.bootOf(directory));
            write(
                    directory.resolve(ControlLayout.FILE),
                    ControlLayout.head(
                            control.segmentBytes(), control.identity(), control.madeMillis(), Format.NEWEST));
            return true;
        }
    }

    /** Writes it in its place, as readers may have the file open, which need no lock. */
    private static void write(Path file, ByteBuffer head) throws IOException {
        int bytes = head.remaining();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            while (head.hasRemaining()) {
                channel.write(head, head.position());
            }
            channel.force(true);
        } catch (IOException e) {
            throw Allocation.failure(file, bytes, e);
        }
    }
}
