package dev.ropewalk.journal;

/** What is done about a claim without a commit that others wait behind. */
@FunctionalInterface
interface OpenClaims {
    /**
     * Has the claim voided or completed if its writer is dead or has taken too long; returns soon in any case.
     *
     * @param waitedNanos how long the caller has seen it there
     */
    void resolve(Segment segment, long offset, long waitedNanos);
}
