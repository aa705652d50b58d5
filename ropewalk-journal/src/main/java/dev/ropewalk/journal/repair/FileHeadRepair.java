package dev.ropewalk.journal.repair;

import dev.ropewalk.journal.JournalCorruptException;
import dev.ropewalk.journal.VerificationReport;
import dev.ropewalk.journal.files.Allocation;
import dev.ropewalk.journal.files.ControlFile;
import dev.ropewalk.journal.files.ControlMaker;
import dev.ropewalk.journal.files.CutFolder;
import dev.ropewalk.journal.files.FileThreads;
import dev.ropewalk.journal.format.ControlLayout;
import dev.ropewalk.journal.format.FileHead;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Writes damaged heads and a damaged control file anew. What is overwritten is kept aside. The caller has the journal alone.
 *
 * <p>The heads of segments come first, one by one, and the control file last, at once. Until then no process can open a journal
 * whose control file was damaged, so a recovery never finds a control file that is right beside heads that aren't yet: it would
 * take the rest for a torn tail. A crash in between leaves a journal in which fewer files are damaged than before, and the same
 * files to rebuild the rest from.
 */
final class FileHeadRepair {
    private final Path directory;
    private final CutFolder aside;
    private final Runnable afterChange;
    private final List<Path> overwritten = new ArrayList<>();
    private boolean hasLostFirstSegment;
    private boolean hasLostLastSegment;

    /**
     * Makes one.
     *
     * @param afterChange is run after each change of the directory
     */
    FileHeadRepair(Path directory, Runnable afterChange) {
        this.directory = directory;
        this.aside = new CutFolder(directory);
        this.afterChange = afterChange;
    }

    /**
     * Does it, and returns the files with what was overwritten. For {@link FileThreads}.
     *
     * @throws JournalCorruptException if the heads contradict each other, or none is left; nothing is changed then
     */
    List<Path> run() throws IOException {
        FileHeads heads = FileHeads.read(directory);
        Optional<VerificationReport.Damage> contradiction = heads.contradiction();
        if (contradiction.isPresent()) {
            throw new JournalCorruptException(contradiction.get());
        }
        for (FileHead segment : heads.segments()) {
            ByteBuffer expected = heads.expected(segment);
            if (segment.wrongAt(expected).isPresent()) {
                mend(segment, expected);
            }
        }
        if (heads.isControlDamaged() || hasDamagedWords()) {
            hasLostFirstSegment = !ControlRebuild.isFirstSegmentKnown(directory, heads);
            hasLostLastSegment = !ControlRebuild.isLastSegmentKnown(directory, heads);
            replaceControl(heads);
        }
        return overwritten;
    }

    /** Returns whether it was unknown before the run which segments are deleted. */
    boolean hasLostFirstSegment() {
        return hasLostFirstSegment;
    }

    /** Returns whether the last segment that has begun was unknown before the run. */
    boolean hasLostLastSegment() {
        return hasLostLastSegment;
    }

    private void mend(FileHead segment, ByteBuffer expected) throws IOException {
        keep(segment.file.getFileName() + ".head", segment.found());
        write(segment.file, expected);
        afterChange.run();
    }

    private void keep(String name, ByteBuffer bytes) throws IOException {
        overwritten.add(aside.keep(name, bytes));
        afterChange.run();
    }

    private static void force(Path directory, FileChannel channel) throws IOException {
        try {
            channel.force(true);
        } catch (IOException e) {
            // The next repair would find it right in memory, and not write it again.
            ControlFile.poison(directory);
            throw e;
        }
    }

    private void write(Path file, ByteBuffer start) throws IOException {
        int bytes = start.remaining();
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            while (start.hasRemaining()) {
                channel.write(start, start.position());
            }
            force(directory, channel);
        } catch (IOException e) {
            throw Allocation.failure(file, bytes, e);
        }
    }

    private boolean hasDamagedWords() throws IOException {
        try (ControlFile control = ControlFile.open(directory, false)) {
            return !ControlWords.damages(directory, control).isEmpty();
        }
    }

    private void replaceControl(FileHeads heads) throws IOException {
        try (ControlFile control = ControlRebuild.of(directory, heads)) {
            if (heads.control().exists()) {
                keep(ControlLayout.FILE, ByteBuffer.wrap(Files.readAllBytes(heads.control().file)));
            }
            if (heads.control().fileBytes < ControlLayout.FILE_BYTES) {
                ControlMaker.replace(directory, control.content());
            } else {
                // In its place, as readers may have it open, which need no lock.
                write(heads.control().file, ByteBuffer.wrap(control.content()));
            }
            afterChange.run();
        }
    }
}
