package dev.ropewalk.channel;

import org.jspecify.annotations.Nullable;

/** A callback at a channel, which keeps its outcome; in the words of {@link Words}. */
public final class RealParty {
    private @Nullable PendingOperation operation;
    private volatile @Nullable String outcome;

    public static RealParty sending(Channel<Integer> channel, int element) {
        var party = new RealParty();
        party.operation = channel.sendAsync(element, Runnable::run, result -> party.decide(Words.of(result)));
        return party;
    }

    public static RealParty receiving(Channel<Integer> channel) {
        var party = new RealParty();
        party.operation = channel.receiveAsync(Runnable::run, result -> party.decide(Words.of(result)));
        return party;
    }

    public static RealParty selecting(Select<String> select) {
        var party = new RealParty();
        party.operation = select.selectAsync(Runnable::run, party::decide);
        return party;
    }

    @SuppressWarnings("NonAtomicVolatileUpdate") // a second outcome is a fault whenever it is seen
    private void decide(String how) {
        outcome = outcome == null ? how : outcome + " and " + how;
    }

    /** Gives up; returns whether that was in time. */
    public boolean cancel() {
        PendingOperation begun = operation;
        boolean cancelled = begun != null && begun.cancel();
        if (cancelled) {
            decide("cancelled");
        }
        return cancelled;
    }

    /** Gives up. If it is too late for that, the callback is on its way, and this waits for it. */
    @Nullable
    String cancelOrAwait() {
        if (cancel()) {
            return null;
        }
        String known = outcome;
        while (known == null) {
            Thread.onSpinWait();
            known = outcome;
        }
        return known;
    }

    public @Nullable String outcome() {
        return outcome;
    }
}
