package dev.ropewalk.journal;

import dev.ropewalk.base.Nulls;
import dev.ropewalk.journal.files.SegmentFiles;
import dev.ropewalk.journal.format.ControlLayout;
import dev.ropewalk.journal.format.FileHead;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * What a verification has found. Every byte of every segment was read.
 *
 * @param segments how many segments there are; 0 if they can't be verified
 * @param firstIndex index of the first record that is there
 * @param records committed records, all intact up to the damage if there is one
 * @param invalidated claims that were invalidated
 * @param openClaims claims that are neither committed nor invalidated: of writers at work, or of dead ones
 * @param mendable damage that {@link Journal#repair} mends without a cut, as no record depends on it: of the control file, of
 *     heads, and of what follows from other bytes
 * @param damage the first other damage; nothing behind it was looked at, unless it is that the oldest segments are missing
 * @param cursors what there is to tell of named cursors
 */
public record VerificationReport(
        long segments,
        long firstIndex,
        long records,
        long invalidated,
        long openClaims,
        List<Damage> mendable,
        Optional<Damage> damage,
        List<CursorFinding> cursors) {
    /** Checks them, and copies lists. */
    public VerificationReport {
        mendable = Nulls.copy(mendable, "mendable");
        Objects.requireNonNull(damage, "damage");
        cursors = Nulls.copy(cursors, "cursors");
    }

    /** Returns whether nothing is damaged. */
    public boolean isIntact() {
        return damage.isEmpty() && mendable.isEmpty() && cursors.stream().noneMatch(CursorFinding::isDamage);
    }

    /**
     * Returns whether {@link Journal#repair} can put it in order. It can't if files of different journals lie here, or if too
     * much is lost to tell what the journal is.
     */
    public boolean isRepairable() {
        return isIntact() || segments > 0;
    }

    /**
     * A place where the journal isn't as writers leave it.
     *
     * @param segment number of the segment, -1 if it is the control file
     * @param offset where it starts, in bytes from the start of the file
     * @param what what is wrong there
     * @param wasDurable whether it was durable: then it is corruption, else perhaps no more than a torn tail
     */
    public record Damage(long segment, long offset, String what, boolean wasDurable) {
        /** Checks them. */
        public Damage {
            Objects.requireNonNull(what, "what");
        }

        /** Returns the name of the damaged file in the journal's directory. */
        public String file() {
            return segment == FileHead.CONTROL ? ControlLayout.FILE : SegmentFiles.name(segment);
        }
    }
}
