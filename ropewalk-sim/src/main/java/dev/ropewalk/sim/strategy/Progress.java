package dev.ropewalk.sim.strategy;

import dev.ropewalk.sim.choice.ReadyParties;
import java.util.Arrays;

/** Tells of parties that poll whether anything has happened since they looked. */
final class Progress {
    private static final long NEVER = 0;

    private long steps = 1;
    private int last = -1;

    /** The number of steps when each party had taken its last one. */
    private long[] seen = new long[16];

    /** Returns the party that took the last step, or -1. */
    int last() {
        return last;
    }

    /** A party takes its step. */
    void take(ReadyParties ready, int slot) {
        last = ready.party(slot);
        if (last >= seen.length) {
            seen = Arrays.copyOf(seen, Math.max(last + 1, 2 * seen.length));
        }
        if (!Picker.isWaiting(ready, slot)) {
            steps++;
        }
        seen[last] = steps;
    }

    /** Returns whether there is a party that may go on. */
    boolean isChoice(ReadyParties ready) {
        int size = ready.size();
        for (int slot = 0; slot < size; slot++) {
            if (mayGoOn(ready, slot)) {
                return true;
            }
        }
        return false;
    }

    /** Returns whether a party either doesn't poll, or hasn't looked since another party did something. */
    boolean mayGoOn(ReadyParties ready, int slot) {
        return !Picker.isWaiting(ready, slot) || steps > seen(ready.party(slot));
    }

    private long seen(int party) {
        return party < seen.length ? seen[party] : NEVER;
    }
}
