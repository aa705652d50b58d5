package dev.ropewalk.journal;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What a repair has done.
 *
 * @param cut what was cut off, as it was damaged itself or behind damage
 * @param overwritten files with what was overwritten: heads, the control file, bytes behind a segment's end; the journal
 *     never looks at them, and they can be deleted
 */
public record RepairReport(Optional<CutTail> cut, List<Path> overwritten) {}
