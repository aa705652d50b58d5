package dev.ropewalk.journal;

import java.util.Objects;
import java.util.Optional;

/**
 * What recovery has found and done when a journal was opened after its last writers hadn't closed it, or the machine had
 * stopped.
 *
 * @param machineStopped whether the machine has stopped since, or may have, so that what wasn't forced may be lost
 * @param records intact records that it has looked at: those of the last segments, from where all was durable
 * @param invalidatedClaims claims of dead writers, which will never be records
 * @param cut the torn tail, if there was one
 */
public record RecoveryReport(boolean machineStopped, long records, long invalidatedClaims, Optional<CutTail> cut) {
    /** Checks them. */
    public RecoveryReport {
        Objects.requireNonNull(cut, "cut");
    }
}
