package dev.ropewalk.sim.model;

import dev.ropewalk.sim.choice.ChoiceSource;
import java.util.Arrays;

/** The memory of a model program's run. */
public final class ModelState {
    private static final int SIZE = 64;

    final int[] variables = new int[SIZE];
    final int[] permits = new int[SIZE];
    final int[] owners = new int[SIZE];
    final int[] locals = new int[SIZE];
    final boolean[] waiting = new boolean[SIZE];
    final boolean[] started = new boolean[SIZE];
    final ChoiceSource choices;
    boolean failed;

    ModelState(ChoiceSource choices) {
        this.choices = choices;
        Arrays.fill(owners, -1);
    }

    /** Returns the value of a variable. */
    public int variable(int number) {
        return variables[number];
    }

    /** Returns the register of a party. */
    public int local(int party) {
        return locals[party];
    }
}
