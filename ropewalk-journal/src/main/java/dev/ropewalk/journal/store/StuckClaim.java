package dev.ropewalk.journal.store;

import dev.ropewalk.scheduler.park.Parking;
import org.jspecify.annotations.Nullable;

/**
 * What a thread remembers that waits for a claim to be committed: since when it waits, and when to ask again for its being
 * invalidated. For the use of one thread at a time.
 */
public final class StuckClaim {
    /** A poll mostly meets a claim a few nanoseconds before its commit, and the clock takes longer than that. */
    private static final int LOOKS_BEFORE_CLOCK = 3;

    private static final long FIRST_ASK_NANOS = 1_000_000;
    private static final long MAX_ASK_NANOS = 100_000_000;

    private final @Nullable ClaimInvalidator invalidator;
    private long position = -1;
    private int looks;
    private long since;
    private long nextAskNanos;

    /** Creates it for an invalidator, or none where nothing may be written. */
    public StuckClaim(@Nullable ClaimInvalidator invalidator) {
        this.invalidator = invalidator;
    }

    /** Tells that an open claim is seen at a place, perhaps again. Doesn't wait for what is done about it. */
    public void seen(RecordCursor at) {
        if (invalidator == null) {
            return;
        }
        if (at.position() != position) {
            position = at.position();
            looks = 0;
        }
        if (looks < LOOKS_BEFORE_CLOCK) {
            looks++;
            if (looks == LOOKS_BEFORE_CLOCK) {
                since = Parking.now();
                nextAskNanos = FIRST_ASK_NANOS;
            }
            return;
        }
        long waitedNanos = Parking.now() - since;
        if (waitedNanos >= nextAskNanos) {
            nextAskNanos = waitedNanos + Math.min(waitedNanos, MAX_ASK_NANOS);
            invalidator.suspect(at.segment.number, at.offset, at.number + 1, waitedNanos);
        }
    }
}
