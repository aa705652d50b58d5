package dev.ropewalk.sim.strategy;

import java.util.Arrays;

/** Parties that need not take their next step, with the resources of those steps. Immutable. */
final class SleepSet {
    static final SleepSet EMPTY = new SleepSet(new int[0]);

    /** A party, its resource, the next party, and so on. */
    private final int[] entries;

    private SleepSet(int[] entries) {
        this.entries = entries;
    }

    boolean contains(int party) {
        for (int i = 0; i < entries.length; i += 2) {
            if (entries[i] == party) {
                return true;
            }
        }
        return false;
    }

    SleepSet with(int party, int resource) {
        int[] more = Arrays.copyOf(entries, entries.length + 2);
        more[entries.length] = party;
        more[entries.length + 1] = resource;
        return new SleepSet(more);
    }

    /** Returns those that still sleep after a step on a resource. */
    SleepSet after(int resource) {
        int kept = 0;
        for (int i = 0; i < entries.length; i += 2) {
            if (entries[i + 1] != resource) {
                kept += 2;
            }
        }
        if (kept == entries.length) {
            return this;
        }
        var fewer = new int[kept];
        int next = 0;
        for (int i = 0; i < entries.length; i += 2) {
            if (entries[i + 1] != resource) {
                fewer[next++] = entries[i];
                fewer[next++] = entries[i + 1];
            }
        }
        return new SleepSet(fewer);
    }
}
