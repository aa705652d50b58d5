package dev.ropewalk.sim.strategy;

import java.util.Arrays;

/**
 * What earlier runs of a campaign have taught: how long a run is, and how many steps each party takes. A strategy that uses it
 * repeats a run only if it is given the same knowledge, so a replay string contains it. Immutable.
 */
public final class Knowledge {
    /** What is known before the first run. */
    public static final Knowledge NONE = new Knowledge(0);

    /** The steps of so many parties are told apart. */
    static final int MAX_PARTIES = 32;

    private final long[] numbers;

    private Knowledge(long... numbers) {
        this.numbers = numbers;
    }

    /**
     * Returns the knowledge that consists of the given numbers: first how often a run chose between parties, then the steps of
     * each party.
     */
    public static Knowledge of(long... numbers) {
        if (numbers.length == 0 || numbers.length > MAX_PARTIES + 1) {
            throw new IllegalArgumentException(
                    "1 to " + (MAX_PARTIES + 1) + " numbers expected, but got " + numbers.length);
        }
        for (long number : numbers) {
            if (number < 0) {
                throw new IllegalArgumentException("negative number in " + Arrays.toString(numbers));
            }
        }
        return new Knowledge(numbers.clone());
    }

    /** Returns the numbers that it consists of. */
    public long[] numbers() {
        return numbers.clone();
    }

    /** Returns how often a long run chooses between parties; 0 if that isn't known. */
    long picks() {
        return numbers[0];
    }

    /** Returns how many steps a party takes; 0 if that isn't known. */
    long steps(int party) {
        return party + 1 < numbers.length ? numbers[party + 1] : 0;
    }

    /** Returns of how many parties the steps are known. */
    int parties() {
        return numbers.length - 1;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Knowledge that && Arrays.equals(numbers, that.numbers);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(numbers);
    }

    @Override
    public String toString() {
        return Arrays.toString(numbers);
    }
}
