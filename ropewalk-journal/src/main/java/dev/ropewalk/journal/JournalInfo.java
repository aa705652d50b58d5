package dev.ropewalk.journal;

import dev.ropewalk.base.Nulls;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.SortedMap;

/**
 * How a journal stands: taken while others may append, so that its parts are of slightly different moments. A logical
 * position is the bytes of all segments before, and those in this one.
 *
 * @param identity the random number that all files of the journal carry
 * @param made when it was made
 * @param format of segments that are made, see {@link JournalOptions#format()}
 * @param formats of the segments that are there: the number of each first one of a format, up to the next one
 * @param bytes what all its files take up, those made ahead or kept aside included
 * @param segmentBytes size of a segment's file
 * @param firstSegment number of the first segment that isn't deleted
 * @param lastSegment number of the last segment that has begun
 * @param begun when the first segment took its first record, by the clock of its writer
 * @param rolled the same of the last one
 * @param firstIndex index of the first record that is there
 * @param nextIndex index that the next record will get, if no claim is open
 * @param endPosition logical position of the end of what is committed
 * @param durablePosition logical position before which all was forced
 * @param poisoned whether a force has failed, so that nothing more is accepted
 * @param writers sessions that may write, of all processes; empty if their locks can't be read, as on a read-only mount
 * @param isRecoveryDue whether writers have ended without closing the journal, or the machine has stopped, so that the next
 *     process that opens it alone recovers it
 * @param lastRecovery what the last recovery or repair did, if there was one
 * @param cursors where the named cursors resume, by name; without the damaged ones
 * @param damagedCursors what is wrong with the others, by name
 * @param cut files with what recoveries and repairs have cut off
 */
public record JournalInfo(
        long identity,
        Instant made,
        int format,
        SortedMap<Long, Integer> formats,
        long bytes,
        long segmentBytes,
        long firstSegment,
        long lastSegment,
        Optional<Instant> begun,
        Optional<Instant> rolled,
        long firstIndex,
        long nextIndex,
        long endPosition,
        long durablePosition,
        boolean poisoned,
        OptionalInt writers,
        boolean isRecoveryDue,
        Optional<LastRecovery> lastRecovery,
        SortedMap<String, Long> cursors,
        SortedMap<String, String> damagedCursors,
        List<Path> cut) {
    /** Checks them, and copies lists. */
    public JournalInfo {
        Objects.requireNonNull(made, "made");
        formats = Nulls.copy(formats, "formats");
        Objects.requireNonNull(begun, "begun");
        Objects.requireNonNull(rolled, "rolled");
        Objects.requireNonNull(writers, "writers");
        Objects.requireNonNull(lastRecovery, "lastRecovery");
        cursors = Nulls.copy(cursors, "cursors");
        damagedCursors = Nulls.copy(damagedCursors, "damagedCursors");
        cut = Nulls.copy(cut, "cut");
    }
}
