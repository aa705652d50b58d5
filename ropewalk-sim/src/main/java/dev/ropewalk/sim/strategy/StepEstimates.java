package dev.ropewalk.sim.strategy;

import java.util.Arrays;

/** How many visible steps each party has left, as far as an earlier run tells; and how many each has taken in this run. */
final class StepEstimates {
    private final Knowledge knowledge;

    private long[] left = new long[16];
    private long[] taken = new long[16];

    /** The party that made each party, plus 2: 0 for a party that hasn't appeared, 1 for the first one. */
    private int[] makers = new int[16];

    /** In which round each party was held back. */
    private long[] heldIn = new long[16];

    /** The parties in the order of their appearance. */
    private int[] met = new int[16];

    private int count;
    private long round = 1;

    StepEstimates(Knowledge knowledge) {
        this.knowledge = knowledge;
    }

    /**
     * Notes a party when it appears first. Its steps are no longer among those of the party that made it.
     *
     * @return whether that is so: the party hasn't appeared before, and its steps were among those
     */
    boolean meet(int party, int maker) {
        if (party >= makers.length) {
            grow(Math.max(party + 1, 2 * makers.length));
        }
        if (makers[party] != 0) {
            return false;
        }
        if (count == met.length) {
            met = Arrays.copyOf(met, 2 * count);
        }
        met[count++] = party;
        makers[party] = maker + 2;
        // Where nothing is known, all are as likely as each other.
        left[party] = party < knowledge.parties() ? knowledge.steps(party) : 1;
        if (maker < 0 || party >= knowledge.parties()) {
            return false;
        }
        left[maker] = Math.max(0, left[maker] - left[party]);
        return true;
    }

    private void grow(int length) {
        left = Arrays.copyOf(left, length);
        taken = Arrays.copyOf(taken, length);
        makers = Arrays.copyOf(makers, length);
        heldIn = Arrays.copyOf(heldIn, length);
    }

    /** Returns how many steps a party has left. */
    long left(int party) {
        return left[party];
    }

    /** A party takes a visible step. */
    void take(int party) {
        taken[party]++;
        if (party < knowledge.parties() && left[party] > 0) {
            left[party]--;
        }
    }

    void hold(int party) {
        heldIn[party] = round;
    }

    boolean isHeld(int party) {
        return heldIn[party] == round;
    }

    void releaseAll() {
        round++;
    }

    /** Returns how many steps each party has taken, with those of the parties that it made. */
    long[] taken() {
        long[] sums = taken.clone();
        int parties = 0;
        // A party appears after the one that made it.
        for (int i = count - 1; i >= 0; i--) {
            int party = met[i];
            int maker = makers[party] - 2;
            if (maker >= 0) {
                sums[maker] += sums[party];
            }
            parties = Math.max(parties, party + 1);
        }
        return Arrays.copyOf(sums, parties);
    }
}
