package dev.ropewalk.sim.shrink;

import dev.ropewalk.sim.choice.ChoiceSource;

/** Runs the failed test once more, with other decisions. */
@FunctionalInterface
public interface Rerun {
    /** Runs it. The steps are limited by the caller, since other decisions may let the run go on for ever. */
    Outcome run(ChoiceSource choices);
}
