package dev.ropewalk.journal.store;

import dev.ropewalk.base.Durations;
import dev.ropewalk.base.SafeLog;
import dev.ropewalk.journal.JournalException;
import dev.ropewalk.journal.format.Segment;
import java.lang.System.Logger.Level;
import java.time.Duration;

/**
 * Has claims invalidated that will never be committed, on behalf of threads that wait for them. It holds no lock that others
 * need, so a process that is stopped while it invalidates holds up no other. Thread-safe.
 */
public final class ClaimInvalidator {
    private static final SafeLog LOG = new SafeLog("dev.ropewalk.journal", ClaimInvalidator.class);

    private final SegmentStore store;
    private final Sessions sessions;
    private final long claimTimeoutNanos;

    public ClaimInvalidator(SegmentStore store, Sessions sessions, Duration claimTimeout) {
        this.store = store;
        this.sessions = sessions;
        this.claimTimeoutNanos = Durations.timeoutNanos(claimTimeout);
    }

    /** Returns what {@link Sessions#probeTailAlone} does. */
    public boolean probeTailAlone() {
        return sessions.probeTailAlone();
    }

    /** Asks for a look at a record's claim that the caller has found open for so long. Doesn't wait for it. */
    void suspect(long segmentNumber, long offset, int number, long waitedNanos) {
        sessions.thread().execute(() -> look(segmentNumber, offset, number, waitedNanos >= claimTimeoutNanos));
    }

    private void look(long segmentNumber, long offset, int number, boolean timedOut) {
        try {
            Segment segment = store.acquire(segmentNumber);
            try {
                OpenClaim claim = new OpenClaim(segment, offset, number);
                if (claim.isOpen() && store.extent().refreshAndCheckNotDurable(segment, offset)) {
                    claim.decide(sessions, timedOut);
                }
            } finally {
                store.release(segment);
            }
        } catch (JournalException | IllegalStateException | InternalError e) {
            // Closed or deleted meanwhile, or a fault: the waiting threads meet it themselves.
            LOG.log(Level.DEBUG, "a claim in segment " + segmentNumber + " couldn't be looked at", e);
        }
    }
}
