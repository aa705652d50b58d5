package dev.ropewalk.sim.choice;

import java.util.Arrays;

/** A list of decisions that grows while a run goes on. Not thread-safe. */
public final class Decisions {
    private static final int FIRST_CAPACITY = 64;

    private int[] values = new int[FIRST_CAPACITY];
    private byte[] kinds = new byte[FIRST_CAPACITY];
    private int size;

    /** Adds a decision. */
    public void add(DecisionKind kind, int value) {
        if (size == values.length) {
            int larger = size + (size >> 1);
            values = Arrays.copyOf(values, larger);
            kinds = Arrays.copyOf(kinds, larger);
        }
        values[size] = value;
        kinds[size] = (byte) kind.letter();
        size++;
    }

    /** Returns the number of decisions. */
    public int size() {
        return size;
    }

    /** Returns what was decided at a position. */
    public int value(int position) {
        return values[checked(position)];
    }

    /** Returns what a decision was about. */
    public DecisionKind kind(int position) {
        return DecisionKind.of((char) kinds[checked(position)]);
    }

    /** Returns the decisions as a value that doesn't change. */
    public Schedule schedule() {
        return Schedule.of(Arrays.copyOf(values, size));
    }

    private int checked(int position) {
        if (position < 0 || position >= size) {
            throw new IndexOutOfBoundsException("position " + position + " of " + size + " decisions");
        }
        return position;
    }
}
