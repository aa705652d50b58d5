package dev.ropewalk.journal;

/** What is done about a claim without a commit that others wait behind. */
@FunctionalInterface
interface OpenClaims {
    /** Has the claim voided if its writer is dead or has taken too long; returns soon in any case. To be called again and again. */
    void resolve(Segment segment, long offset);
}
