package dev.ropewalk.channel;

import org.jspecify.annotations.Nullable;

/** A callback at a channel, which keeps its outcome; in the words of {@link Words}. */
final class RealParty {
    private @Nullable PendingOperation operation;
    private volatile @Nullable String outcome;

    static RealParty sending(Channel<Integer> channel, int element) {
        var party = new RealParty();
        party.operation = channel.sendAsync(element, Runnable::run, result -> party.decide(Words.of(result)));
        return party;
    }

    static RealParty receiving(Channel<Integer> channel) {
        var party = new RealParty();
        party.operation = channel.receiveAsync(Runnable::run, result -> party.decide(Words.of(result)));
        return party;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // a second outcome is a fault whenever it is seen
    private void decide(String how) {
        outcome = outcome == null ? how : outcome + " and " + how;
    }

    /** Gives up; returns whether that was in time. */
    boolean cancel() {
        PendingOperation begun = operation;
        boolean cancelled = begun != null && begun.cancel();
        if (cancelled) {
            decide("cancelled");
        }
        return cancelled;
    }

    @Nullable
    String outcome() {
        return outcome;
    }
}
