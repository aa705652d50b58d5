package dev.ropewalk.sim.shrink;

import dev.ropewalk.sim.choice.ReadyParties;
import java.util.Arrays;

/** Counts what each party does, so that a decision can be told by the party and its own count. */
final class PartyClock {
    /** The place of the last party, 0 before the first step. */
    private int last;

    private int[] steps = new int[16];
    private int[] draws = new int[16];

    /** Returns the party that has taken the last step, -1 before the first. */
    int party() {
        return last - 1;
    }

    /** Returns how many steps it has taken. */
    int steps() {
        return steps[last];
    }

    /** Returns how many other decisions it has asked for, and counts this one. */
    int nextDraw() {
        return draws[last]++;
    }

    /** A party takes a step. */
    void take(int party) {
        last = party + 1;
        if (last >= steps.length) {
            int larger = Math.max(last + 1, 2 * steps.length);
            steps = Arrays.copyOf(steps, larger);
            draws = Arrays.copyOf(draws, larger);
        }
        steps[last]++;
    }

    /** Returns the slot of a party, or -1 if it isn't ready. */
    static int slotOf(ReadyParties ready, int party) {
        for (int slot = ready.size() - 1; slot >= 0; slot--) {
            if (ready.party(slot) == party) {
                return slot;
            }
        }
        return -1;
    }
}
