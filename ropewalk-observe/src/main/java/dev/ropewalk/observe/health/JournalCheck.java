package dev.ropewalk.observe.health;

import dev.ropewalk.journal.JournalStats;
import dev.ropewalk.observe.Finding.Kind;
import java.time.Duration;

/** Journals that accept nothing any more, or force too slowly. */
final class JournalCheck implements PartCheck<JournalStats> {
    @Override
    public void look(String part, JournalStats now, Looks looks) {
        if (now.isPoisoned()) {
            looks.alarm(
                    Kind.POISONED,
                    part,
                    "a force has failed: nothing more is accepted, and what was appended after position "
                            + now.durablePosition() + " of " + now.endPosition() + " may not be on the disk",
                    "See to the disk, then close the journal in all processes and open it again");
        }
    }

    @Override
    public void compare(String part, JournalStats before, JournalStats after, Looks looks) {
        boolean isForced = after.durablePosition() > before.durablePosition();
        if (isForced && lag(after) >= looks.options().durableLagBytes() && lag(after) > lag(before)) {
            looks.warn(
                    Kind.DURABLE_LAG,
                    part,
                    lag(after) + " bytes aren't forced to the disk yet, " + (lag(after) - lag(before)) + " more"
                            + looks.within(),
                    "The disk is too slow for what is appended; a recording with ropewalk.JournalForce tells how long forces take");
        }
        checkForces(part, before, after, looks);
    }

    private static void checkForces(String part, JournalStats before, JournalStats after, Looks looks) {
        long forces = after.forces() - before.forces();
        long nanos = forces <= 0 ? 0 : (after.forceNanos() - before.forceNanos()) / forces;
        if (Duration.ofNanos(nanos).compareTo(looks.options().slowForce()) >= 0) {
            looks.warn(
                    Kind.FORCE_SLOW,
                    part,
                    "a force takes " + nanos / 1_000_000 + " ms, on average of " + forces + looks.within()
                            + "; the longest so far took " + after.longestForceNanos() / 1_000_000 + " ms",
                    "See what else writes to that disk; Durability.group gathers more appends in each force");
        }
    }

    private static long lag(JournalStats journal) {
        return journal.endPosition() - journal.durablePosition();
    }
}
