package dev.ropewalk.journal;

import dev.ropewalk.base.Nulls;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What a repair has done.
 *
 * @param cut what was cut off, as it was damaged itself or behind damage
 * @param overwritten files with what was overwritten: heads, the control file, bytes behind a segment's end, cursors; the
 *     journal never looks at them, and they can be deleted
 * @param lost what was missing, so that nothing of it could be kept: segments without a file, the rest of a file that was
 *     truncated, and what was durable behind the end; a segment of which nothing tells whether it
 *     was there, too
 * @param invalidatedClaims how many claims without a commit were invalidated; a record that wasn't durable and has lost its commit looks
 *     like one
 * @param cursors what was done about named cursors, and those that stand where retention has deleted
 */
public record RepairReport(
        Optional<CutTail> cut,
        List<Path> overwritten,
        List<VerificationReport.Damage> lost,
        long invalidatedClaims,
        List<CursorFinding> cursors) {
    /** Checks them, and copies lists. */
    public RepairReport {
        Objects.requireNonNull(cut, "cut");
        overwritten = Nulls.copy(overwritten, "overwritten");
        lost = Nulls.copy(lost, "lost");
        cursors = Nulls.copy(cursors, "cursors");
    }
}
