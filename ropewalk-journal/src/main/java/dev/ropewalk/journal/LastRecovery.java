package dev.ropewalk.journal;

import java.time.Instant;
import java.util.Objects;

/**
 * The last recovery of a journal that was more than a look: by the process that opened it then, or at the end of a repair.
 *
 * @param at when, by the clock of the process that did it
 * @param byRepair whether it was part of a {@linkplain Journal#repair repair}
 * @param report what it has found and done
 */
public record LastRecovery(Instant at, boolean byRepair, RecoveryReport report) {
    /** Checks them. */
    public LastRecovery {
        Objects.requireNonNull(at, "at");
        Objects.requireNonNull(report, "report");
    }
}
