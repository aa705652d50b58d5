package dev.ropewalk.journal;

import java.util.Optional;

/**
 * What a verification has found. Every byte of every segment was read.
 *
 * @param segments how many segments there are
 * @param firstIndex index of the first record that is there
 * @param records committed records, all intact up to the damage if there is one
 * @param voids claims that were voided
 * @param openClaims claims that are neither committed nor voided: of writers at work, or of dead ones
 * @param damage the first damage
 */
public record VerificationReport(
        long segments, long firstIndex, long records, long voids, long openClaims, Optional<Damage> damage) {
    /** Returns whether nothing is damaged. */
    public boolean isIntact() {
        return damage.isEmpty();
    }

    /**
     * A place where the journal isn't as writers leave it.
     *
     * @param segment number of the segment
     * @param offset where it starts, in bytes from the start of the segment's file
     * @param what what is wrong there
     * @param wasDurable whether it was durable: then it is corruption, else perhaps no more than a torn tail
     */
    public record Damage(long segment, long offset, String what, boolean wasDurable) {}
}
