package dev.ropewalk.journal;

import dev.ropewalk.journal.format.Format;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;

/** How the processes of the crash tests open their journals. */
final class CrashOptions {
    private static final long SEGMENT_BYTES = 256 << 10;
    // So short that a process that sleeps for a moment loses its claim.
    private static final Duration CLAIM_TIMEOUT = Duration.ofMillis(30);
    private static final Duration ROLL_EVERY = Duration.ofHours(1);
    private static final Instant MIDDLE = Instant.parse("2030-01-01T00:00:00Z");

    private CrashOptions() {}

    static JournalOptions of(CrashPlan plan, int life) {
        return JournalOptions.defaults()
                .segmentBytes(SEGMENT_BYTES)
                .claimTimeout(CLAIM_TIMEOUT)
                .rollEvery(ROLL_EVERY)
                .format(Format.RUNS)
                .clock(new JumpingClock(plan, life));
    }

    /** A clock that goes its own way in each process, and jumps back and forth over the times at which segments roll. */
    private static final class JumpingClock implements InstantSource {
        private static final int JUMP_SECONDS = 10_000;

        private final CrashPlan plan;
        private final int life;
        private int looks;

        JumpingClock(CrashPlan plan, int life) {
            this.plan = plan;
            this.life = life;
        }

        @Override
        public synchronized Instant instant() {
            return MIDDLE.plusSeconds(plan.random(life, looks++, 8) % JUMP_SECONDS);
        }
    }
}
