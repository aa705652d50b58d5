package dev.ropewalk.journal.repair;

import dev.ropewalk.journal.CursorFinding;
import dev.ropewalk.journal.files.CutFolder;
import dev.ropewalk.journal.files.LockFile;
import dev.ropewalk.journal.files.SegmentFiles;
import dev.ropewalk.journal.read.CheckedCursor;
import dev.ropewalk.journal.read.CursorFile;
import dev.ropewalk.journal.read.Cursors;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/**
 * Brings the named cursors of a repaired journal in order. A file that doesn't tell where its cursor stands is kept aside; the
 * cursor starts anew, as it must not skip anything. The caller has the journal alone and is on a file thread.
 */
final class CursorRepair {
    private final Path directory;
    private final long identity;
    private final List<Path> kept = new ArrayList<>();
    private final List<CursorFinding> findings = new ArrayList<>();

    CursorRepair(Path directory, long identity) {
        this.directory = directory;
        this.identity = identity;
    }

    /** Returns the files that were kept aside. */
    List<Path> kept() {
        return kept;
    }

    /** Repairs those of a journal with the records from one index to another; returns what there is to tell. */
    List<CursorFinding> run(long first, long end) throws IOException {
        if (Cursors.isHidden(directory)) {
            Path aside = new CutFolder(directory).move(directory.resolve(Cursors.FOLDER), Cursors.FOLDER);
            kept.add(aside);
            String what = CursorVerification.HIDDEN + "; it is kept in " + aside;
            findings.add(new CursorFinding(Cursors.FOLDER, what, true));
        }
        for (CheckedCursor cursor : CheckedCursor.all(directory, identity)) {
            String wrong = cursor.whatIsWrong();
            if (wrong != null) {
                mend(cursor, wrong, end);
            } else if (cursor.isPast(end)) {
                write(cursor, end);
                String what = cursor.place() + ", and the journal ends before record " + end + ": it is set back";
                findings.add(new CursorFinding(cursor.name(), what, true));
            } else {
                cursor.behind(first).ifPresent(findings::add);
            }
        }
        return List.copyOf(findings);
    }

    private void mend(CheckedCursor cursor, String wrong, long end) throws IOException {
        Path aside = new CutFolder(directory).move(cursor.file(), "cursor-" + cursor.name());
        kept.add(aside);
        boolean isKnown = cursor.damage() == null && cursor.index().isPresent();
        String where = "; it starts at the first record";
        if (isKnown) {
            long index = Math.min(cursor.index().getAsLong(), end);
            write(cursor, index);
            where = "; it stands before record " + index;
        }
        SegmentFiles.forceDirectory(directory.resolve(Cursors.FOLDER));
        findings.add(new CursorFinding(cursor.name(), wrong + where + ", and the file is kept in " + aside, true));
    }

    private void write(CheckedCursor cursor, long index) throws IOException {
        CursorFile.make(cursor.file(), identity, OptionalLong.of(index), directory.resolve(LockFile.NAME));
        SegmentFiles.forceDirectory(directory.resolve(Cursors.FOLDER));
    }
}
