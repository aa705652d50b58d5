package dev.ropewalk.journal;

import java.time.Duration;

/**
 * Voids claims that nobody will commit, so that the records behind them can be read: at once if the writer's session is
 * dead, else after the claim's time-out. {@link Segment} tells why that is safe.
 *
 * <p>Who dies between doubting and deciding leaves a DOUBTED claim. The next one to look takes it over: it holds the lock,
 * so nobody else is at it. A DOUBTED claim with a commit was DATA, since a batch's claim is DATA before it gets one.
 */
final class Voider {
    private final SegmentStore store;
    private final Sessions sessions;
    private final long claimTimeoutNanos;

    Voider(SegmentStore store, Sessions sessions, Duration claimTimeout) {
        this.store = store;
        this.sessions = sessions;
        this.claimTimeoutNanos = claimTimeout.toNanos();
    }

    /** Asks for a look at a claim that the caller has found open for so long; thread-safe, and doesn't wait. */
    void suspect(long segmentNumber, long offset, long waitedNanos) {
        sessions.thread().execute(() -> voidIfStuck(segmentNumber, offset, waitedNanos));
    }

    private void voidIfStuck(long segmentNumber, long offset, long waitedNanos) {
        Segment segment = store.acquire(segmentNumber);
        try {
            if (isOpen(segment, offset)) {
                // If somebody else is at it, those who wait will ask again.
                sessions.voidAlone(() -> decide(segment, offset, waitedNanos));
            }
        } finally {
            store.release(segment);
        }
    }

    private void decide(Segment segment, long offset, long waitedNanos) {
        if (!isOpen(segment, offset)) {
            return;
        }
        long claim = segment.claimed(offset);
        if (!sessions.isAlive(RecordLayout.epoch(claim))) {
            settle(segment, offset, claim);
        } else if (waitedNanos >= claimTimeoutNanos) {
            doubt(segment, offset, claim);
        }
    }

    private void doubt(Segment segment, long offset, long claim) {
        // Tried before: a claim is doubted only where that can be decided, since nobody takes a doubt back but the
        // writer.
        if (!sessions.fenceAll()) {
            return;
        }
        long doubted = RecordLayout.as(RecordLayout.DOUBTED, claim);
        boolean isDoubted = claim == doubted || segment.changeClaim(offset, claim, doubted);
        if (isDoubted && sessions.fenceAll()) {
            settle(segment, offset, doubted);
        }
    }

    /** Decides on a claim whose commit can't be under way: it is visible, or its writer will notice. */
    private static void settle(Segment segment, long offset, long claim) {
        int kind = segment.committed(offset) == 0 ? RecordLayout.VOID : RecordLayout.DATA;
        segment.changeClaim(offset, claim, RecordLayout.as(kind, claim));
    }

    private static boolean isOpen(Segment segment, long offset) {
        long commit = segment.committed(offset);
        return switch (RecordLayout.kind(segment.claimed(offset))) {
            case RecordLayout.DATA -> commit == 0;
            case RecordLayout.RUN, RecordLayout.DOUBTED -> true;
            default -> false;
        };
    }
}
