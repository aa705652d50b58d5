package dev.ropewalk.journal;

import dev.ropewalk.base.Nulls;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;

/**
 * The end of a journal that was cut off.
 *
 * @param segment number of the segment in which the journal ends since then
 * @param offset where it ends there, in bytes from the start of the file
 * @param bytes how many bytes the files hold that were cut off
 * @param reason what is wrong with the bytes at that place
 * @param kept files with what was cut, in its order; the journal never looks at them, and they can be deleted
 */
public record CutTail(long segment, long offset, long bytes, String reason, List<Path> kept) {
    /** Checks them, and copies lists. */
    public CutTail {
        Objects.requireNonNull(reason, "reason");
        kept = Nulls.copy(kept, "kept");
    }
}
