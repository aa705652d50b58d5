package dev.ropewalk.journal.open;

import dev.ropewalk.journal.JournalFormatException;
import dev.ropewalk.journal.files.CutFolder;
import dev.ropewalk.journal.files.FileThreads;
import dev.ropewalk.journal.files.LockFile;
import dev.ropewalk.journal.files.SegmentFiles;
import dev.ropewalk.journal.format.ControlLayout;
import dev.ropewalk.journal.read.Cursors;
import dev.ropewalk.journal.repair.RecoveryNote;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * What a directory may not hold if a journal is to be made there: files that aren't a journal's. A making that was interrupted may
 * have left some of its own. What systems put into directories, hidden files and {@code lost+found}, does no harm.
 */
final class ForeignFiles {
    private static final Set<String> OWN = Set.of(
            LockFile.NAME,
            ControlLayout.FILE,
            ControlLayout.FILE + SegmentFiles.TEMPORARY,
            RecoveryNote.FILE,
            RecoveryNote.FILE + SegmentFiles.TEMPORARY,
            Cursors.FOLDER,
            CutFolder.NAME,
            "lost+found");

    private ForeignFiles() {}

    /** Refuses a directory with others' files. For {@link FileThreads}. */
    static void refuseIn(Path directory) throws IOException {
        Optional<Path> foreign;
        try (Stream<Path> files = Files.list(directory)) {
            foreign = files.filter(ForeignFiles::isForeign).sorted().findFirst();
        }
        if (foreign.isPresent()) {
            throw new JournalFormatException("no journal is made in " + directory + ", which holds something else: "
                    + foreign.get().getFileName());
        }
    }

    private static boolean isForeign(Path file) {
        String name = file.getFileName().toString();
        return !name.startsWith(".") && !OWN.contains(name) && !SegmentFiles.isNamed(file);
    }
}
