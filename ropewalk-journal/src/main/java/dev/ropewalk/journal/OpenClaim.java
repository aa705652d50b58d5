package dev.ropewalk.journal;

/**
 * A claim that may stay without a commit, and the decision on it: at once if its writer's session is dead, else after the
 * time-out. {@link Segment} argues why that is right.
 *
 * <p>Who dies between doubting and deciding leaves a DOUBTED claim. The next one takes it over: it holds the lock, so nobody
 * else is at it. A DOUBTED claim with a commit was DATA, since a batch's claim becomes DATA before it is committed.
 */
final class OpenClaim {
    private final Segment segment;
    private final long offset;
    private final int number;

    /** Takes the claim at an offset, of the record with a number. */
    OpenClaim(Segment segment, long offset, int number) {
        this.segment = segment;
        this.offset = offset;
        this.number = number;
    }

    boolean isOpen() {
        long commit = segment.committed(offset);
        return switch (RecordLayout.kind(segment.claimed(offset))) {
            case RecordLayout.DATA -> commit == 0;
            case RecordLayout.RUN, RecordLayout.DOUBTED -> true;
            default -> false;
        };
    }

    /** Voids the claim if that can be; the caller sees to it that nobody else does so meanwhile. */
    void decide(Sessions sessions, boolean timedOut) {
        if (!isOpen()) {
            return;
        }
        long claim = segment.claimed(offset);
        if (!sessions.isAlive(RecordLayout.epoch(claim))) {
            settle(claim);
        } else if (timedOut) {
            doubt(sessions, claim);
        }
    }

    /** Decides on the claim of a dead writer, which has made its last store; returns whether it is void. */
    boolean settle() {
        settle(segment.claimed(offset));
        return RecordLayout.kind(segment.claimed(offset)) == RecordLayout.VOID;
    }

    private void doubt(Sessions sessions, long claim) {
        // Only where the doubt can be decided, since nobody takes it back but the writer.
        if (!sessions.canFence()) {
            return;
        }
        long doubted = RecordLayout.as(RecordLayout.DOUBTED, claim);
        boolean isDoubted = claim == doubted || segment.changeClaim(offset, claim, doubted);
        if (isDoubted && sessions.fenceAll()) {
            settle(doubted);
        }
    }

    /** Decides on a claim whose commit can't be under way: either it is visible, or its writer will notice. */
    private void settle(long claim) {
        long decided = segment.committed(offset) == 0
                ? RecordLayout.voided(segment.seed, number, claim)
                : RecordLayout.as(RecordLayout.DATA, claim);
        segment.changeClaim(offset, claim, decided);
    }
}
