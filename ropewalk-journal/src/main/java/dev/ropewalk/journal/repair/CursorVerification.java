package dev.ropewalk.journal.repair;

import dev.ropewalk.journal.CursorFinding;
import dev.ropewalk.journal.read.CheckedCursor;
import dev.ropewalk.journal.read.Cursors;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Verifies the named cursors of a journal, which may be in use. A tailer only commits what it has read, so where a cursor stood before
 * the records were counted there is a record, or the end.
 */
final class CursorVerification {
    static final String HIDDEN = "something that is no folder has the name of the folder of the cursors";

    private final Path directory;
    private final long identity;
    private final boolean isCutDue;
    private final List<CheckedCursor> before;

    /**
     * Starts before the records are verified.
     *
     * @param isCutDue whether a recovery may have to set cursors back
     */
    CursorVerification(Path directory, long identity, boolean isCutDue) {
        this.directory = directory;
        this.identity = identity;
        this.isCutDue = isCutDue;
        this.before = CheckedCursor.all(directory, identity);
    }

    /** Returns what was found, by the records from one index to another; to no end if that isn't known. */
    List<CursorFinding> findings(long first, long end) {
        List<CursorFinding> found = new ArrayList<>();
        Set<String> past = new HashSet<>();
        for (CheckedCursor cursor : before) {
            if (cursor.isPast(end)) {
                past.add(cursor.name());
                found.add(new CursorFinding(
                        cursor.name(),
                        cursor.place() + ", and the journal ends before record " + end
                                + ": it would skip what is appended next",
                        !isCutDue));
            }
        }
        if (Cursors.isHidden(directory)) {
            found.add(new CursorFinding(Cursors.FOLDER, HIDDEN, true));
        }
        // Retention follows a cursor that goes on meanwhile.
        for (CheckedCursor cursor : CheckedCursor.all(directory, identity)) {
            String wrong = cursor.whatIsWrong();
            if (wrong != null) {
                found.add(new CursorFinding(cursor.name(), wrong, true));
            } else if (!past.contains(cursor.name())) {
                Optional<CursorFinding> behind = cursor.behind(first);
                behind.ifPresent(found::add);
            }
        }
        return List.copyOf(found);
    }
}
