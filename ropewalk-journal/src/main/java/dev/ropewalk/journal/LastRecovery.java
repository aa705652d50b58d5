package dev.ropewalk.journal;

import java.time.Instant;

/**
 * The last recovery of a journal that was more than a look, whoever opened it then.
 *
 * @param at when, by the clock of who did it
 * @param report what it has found and done
 */
public record LastRecovery(Instant at, RecoveryReport report) {}
