package dev.ropewalk.journal.store;

import dev.ropewalk.journal.format.RecordLayout;
import dev.ropewalk.journal.format.Segment;

/**
 * A claim that may stay without a commit, and the decision on it: at once if its writer's session is dead, else after the
 * time-out. {@link Segment} argues why that is right, also when several threads decide at once, in this process and in others.
 *
 * <p>Each decision is a compare-and-set from the very word that was looked at. An invalidator that dies or is stopped between
 * contesting and deciding leaves a CONTESTED claim, which the next invalidator decides on. A CONTESTED claim with a commit was
 * DATA, since a batch's claim becomes DATA before it is committed.
 */
public final class OpenClaim {
    private final Segment segment;
    private final long offset;
    private final int number;

    /** Takes the claim at an offset, of the record with a number. */
    public OpenClaim(Segment segment, long offset, int number) {
        this.segment = segment;
        this.offset = offset;
        this.number = number;
    }

    boolean isOpen() {
        return isOpen(segment.claimed(offset));
    }

    private boolean isOpen(long claim) {
        return switch (RecordLayout.kind(claim)) {
            case RecordLayout.DATA -> segment.committed(offset) == 0;
            case RecordLayout.RUN, RecordLayout.CONTESTED -> true;
            default -> false;
        };
    }

    /** Decides on the claim if that can be: it is invalid then, or the record that its writer has committed. */
    void decide(Sessions sessions, boolean timedOut) {
        long claim = segment.claimed(offset);
        if (!isOpen(claim)) {
            return;
        }
        if (isContestedRecord(claim) || !sessions.probeAlive(RecordLayout.epoch(claim))) {
            settle(claim);
        } else if (timedOut) {
            contest(sessions, claim);
        }
    }

    /** Decides on the claim of a dead writer, which has made its last store; returns whether it is invalid. */
    public boolean settle() {
        long claim = segment.claimed(offset);
        if (isOpen(claim)) {
            settle(claim);
        }
        return RecordLayout.kind(segment.claimed(offset)) == RecordLayout.INVALID;
    }

    private boolean isContestedRecord(long claim) {
        return RecordLayout.kind(claim) == RecordLayout.CONTESTED && segment.committed(offset) != 0;
    }

    private void contest(Sessions sessions, long claim) {
        // Only where a contested claim can be decided, since only the writer ends its being contested otherwise.
        if (!sessions.canFence()) {
            return;
        }
        long contested = RecordLayout.as(RecordLayout.CONTESTED, claim);
        boolean isContested = claim == contested || segment.changeClaim(offset, claim, contested);
        // A barrier of its own, also for a claim that another thread has contested: that thread's may be yet to come.
        if (isContested && sessions.fenceAll()) {
            settle(contested);
        }
    }

    /** Decides on an open claim whose commit can't be under way: either it is visible, or its writer will notice. */
    private void settle(long claim) {
        if (segment.committed(offset) == 0) {
            segment.changeClaim(offset, claim, RecordLayout.invalidated(segment.seed, number, claim));
        } else if (RecordLayout.kind(claim) == RecordLayout.CONTESTED) {
            segment.changeClaim(offset, claim, RecordLayout.as(RecordLayout.SAVED, claim));
        }
    }
}
