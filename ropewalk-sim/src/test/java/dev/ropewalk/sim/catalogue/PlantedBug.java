package dev.ropewalk.sim.catalogue;

import dev.ropewalk.sim.SimulationBody;
import dev.ropewalk.sim.SimulationOptions;
import java.util.Locale;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A program with a bug that shows under some schedules only, and its mended twin.
 *
 * @param name what is wrong, in a few words
 * @param theme what the program is written with
 * @param symptom how the bug shows
 * @param source the paper, tool or code base that the bug is known from; empty if it is a common one
 * @param depth how many orders between steps make it happen, as the paper of {@link dev.ropewalk.sim.Strategy#pct} counts; 0 if
 *     that is unknown
 * @param program the program and its twin
 * @param onThreads the same as a program of threads alone, if it is one
 * @param judged switches on what the simulator has to look for beside what the program checks
 */
public record PlantedBug(
        String name,
        Theme theme,
        Symptom symptom,
        String source,
        int depth,
        Program program,
        Optional<ThreadProgram> onThreads,
        UnaryOperator<SimulationOptions> judged) {
    static PlantedBug of(String name, Theme theme, Symptom symptom, Program program) {
        return new PlantedBug(name, theme, symptom, "", 0, program, Optional.empty(), UnaryOperator.identity());
    }

    static PlantedBug ofThreads(String name, Theme theme, Symptom symptom, ThreadProgram program) {
        return new PlantedBug(
                name,
                theme,
                symptom,
                "",
                0,
                (simulation, mended) -> program.run(new SimulatedThreads(simulation), mended),
                Optional.of(program),
                UnaryOperator.identity());
    }

    PlantedBug from(String published) {
        return new PlantedBug(name, theme, symptom, published, depth, program, onThreads, judged);
    }

    PlantedBug ofDepth(int orders) {
        return new PlantedBug(name, theme, symptom, source, orders, program, onThreads, judged);
    }

    /** Returns the same without {@link #onThreads}: it is right only where nothing else runs between two points. */
    PlantedBug inSimulationsOnly() {
        return new PlantedBug(name, theme, symptom, source, depth, program, Optional.empty(), judged);
    }

    /** Returns the same, for which the simulator has to look for something that the program doesn't check. */
    PlantedBug judgedBy(UnaryOperator<SimulationOptions> options) {
        return new PlantedBug(name, theme, symptom, source, depth, program, onThreads, options);
    }

    /** Returns the options with which the program is to be run. */
    public SimulationOptions options(SimulationOptions plain) {
        return judged.apply(plain);
    }

    /** Returns the name as one word: {@code increments-are-lost}. */
    public String label() {
        return name.toLowerCase(Locale.ROOT).replace("'", "").replaceAll("[^a-z0-9]+", "-");
    }

    /** Returns the program with the bug: a simulation must find it. */
    public SimulationBody buggy() {
        return simulation -> program.run(simulation, false);
    }

    /** Returns the program without the bug: a simulation must not find anything. */
    public SimulationBody mended() {
        return simulation -> program.run(simulation, true);
    }

    @Override
    public String toString() {
        return name;
    }
}
