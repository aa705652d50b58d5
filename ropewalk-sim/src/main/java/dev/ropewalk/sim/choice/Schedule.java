package dev.ropewalk.sim.choice;

import java.util.Arrays;

/**
 * The decisions of a run, in order. Most are the default, 0; so the others are kept by their positions, and what is after the
 * last of them is the default. Immutable.
 */
public final class Schedule {
    private static final Schedule DEFAULTS = new Schedule(new int[0], new int[0]);

    private final int[] positions;
    private final int[] values;

    private Schedule(int[] positions, int[] values) {
        this.positions = positions;
        this.values = values;
    }

    /** Returns the schedule in which each decision is the default. */
    public static Schedule defaults() {
        return DEFAULTS;
    }

    /** Returns a schedule of all decisions from the first on. */
    public static Schedule of(int... all) {
        int count = (int) Arrays.stream(all).filter(value -> value != 0).count();
        var positions = new int[count];
        var values = new int[count];
        int next = 0;
        for (int position = 0; position < all.length; position++) {
            if (all[position] != 0) {
                positions[next] = position;
                values[next++] = all[position];
            }
        }
        return sparse(positions, values);
    }

    /** Returns a schedule of the decisions that aren't the default. The positions rise. */
    public static Schedule sparse(int[] positions, int[] values) {
        if (positions.length != values.length) {
            throw new IllegalArgumentException(
                    "as many values as positions expected, but got " + values.length + " and " + positions.length);
        }
        for (int i = 0; i < positions.length; i++) {
            if (positions[i] <= (i == 0 ? -1 : positions[i - 1])) {
                throw new IllegalArgumentException(
                        "position " + positions[i] + " isn't above the one before, in " + Arrays.toString(positions));
            }
            if (values[i] <= 0) {
                throw new IllegalArgumentException(
                        "decision " + values[i] + " at position " + positions[i] + " must be positive");
            }
        }
        return positions.length == 0 ? DEFAULTS : new Schedule(positions.clone(), values.clone());
    }

    /** Returns a schedule in which one of the decisions that aren't the default is. */
    public Schedule without(int index) {
        int kept = count() - 1;
        int[] fewerPositions = Arrays.copyOf(positions, kept);
        int[] fewerValues = Arrays.copyOf(values, kept);
        System.arraycopy(positions, index + 1, fewerPositions, index, kept - index);
        System.arraycopy(values, index + 1, fewerValues, index, kept - index);
        return new Schedule(fewerPositions, fewerValues);
    }

    /** Returns how many decisions aren't the default. */
    public int count() {
        return positions.length;
    }

    /** Returns at which position one of the decisions stands that aren't the default. */
    public int position(int index) {
        return positions[index];
    }

    /** Returns one of the decisions that aren't the default. */
    public int value(int index) {
        return values[index];
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Schedule that
                && Arrays.equals(positions, that.positions)
                && Arrays.equals(values, that.values);
    }

    @Override
    public int hashCode() {
        return 31 * Arrays.hashCode(positions) + Arrays.hashCode(values);
    }

    /** Returns the decisions as {@code position=value}, such as {@code 3=1 17=2}. */
    @Override
    public String toString() {
        var text = new StringBuilder();
        for (int i = 0; i < positions.length; i++) {
            text.append(i == 0 ? "" : " ").append(positions[i]).append('=').append(values[i]);
        }
        return text.toString();
    }
}
