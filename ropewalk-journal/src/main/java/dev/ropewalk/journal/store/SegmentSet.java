package dev.ropewalk.journal.store;

import dev.ropewalk.journal.format.Segment;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The segments of a journal as recovery, verification and repair see them: no other process changes them meanwhile. */
public interface SegmentSet {
    /** Returns the bytes of each segment. */
    long segmentBytes();

    /** Returns the number of the first segment that is there, -1 if none is. */
    long first();

    /** Returns the number of the last segment that is there, -1 if none is. */
    long last();

    /** Returns the number of the first segment that isn't deleted. If it isn't there, it is lost. */
    long firstKept();

    /** Returns the number of a segment up to which all have begun, -1 if none has. One of them that isn't there is lost. */
    long lastBegun();

    /** Says, on the disk, that the journal ends in a segment. To be called before what is behind it goes. */
    void endIn(long number);

    /** Returns a segment, or null if it is missing or {@linkplain #damage damaged} as a whole. */
    @Nullable
    Segment get(long number);

    /** Returns what is wrong with the segment as a whole, or null if its file and its header are right. */
    @Nullable
    String damage(long number);

    /** Copies bytes of a segment to a place where the journal doesn't look. */
    Path keep(Segment segment, long from, long to);

    /** Moves a whole segment to a place where the journal doesn't look, or deletes it if it was never begun. */
    Optional<Path> keepWhole(long number);

    /** Returns when the bytes are on the disk. */
    void force(Segment segment, long from, long to);
}
