package dev.ropewalk.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.lab.driver.TinyExperiment;
import dev.ropewalk.lab.experiment.Metric;
import dev.ropewalk.lab.experiment.Params;
import dev.ropewalk.lab.result.ExperimentResult;
import dev.ropewalk.lab.result.Probe;
import dev.ropewalk.lab.result.Result;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WarningsTest {
    private static final TinyExperiment EXPERIMENT = new Limited();

    @Test
    void shouldWarnIfALimitWasBeaten() {
        assertThat(warnings(
                        Samples.time("limit", 1, 10.0),
                        Samples.time("rival", 1, 9.0),
                        Samples.time("ropewalk", 1, 8.0)))
                .containsExactly("Better than limit in time, 10.0 ms: rival 9.00 ms, ropewalk 8.00 ms."
                        + " Either the run was disturbed, or the limit isn't one there.");
        assertThat(warnings(Samples.time("limit", 1, 10.0), Samples.time("rival", 1, 9.9)))
                .as("as good as the limit")
                .isEmpty();
    }

    @Test
    void shouldNotWarnIfALimitWasBeatenByThoseForWhomItIsNone() {
        assertThat(warnings(Samples.time("limit", 1, 10.0), Samples.time("blocks", 1, 8.0)))
                .isEmpty();
    }

    @Test
    void shouldNameTheCellInWhichALimitWasBeaten() {
        assertThat(warnings(
                        Samples.time("limit", 1, 10.0), Samples.time("limit", 2, 10.0), Samples.time("rival", 2, 9.0)))
                .singleElement()
                .asString()
                .contains("in time with n=2, 10.0 ms: rival");
    }

    @Test
    void shouldWarnIfSomethingIsBetterThanCanBe() {
        assertThat(warnings(Samples.time("rival", 1, 4.0)))
                .singleElement()
                .asString()
                .startsWith("Better than the least that can be in time, 5.00 ms: rival 4.00 ms.");
    }

    @Test
    void shouldWarnIfTheMachineWasDisturbed() {
        assertThat(warnings(List.of(new Probe(40, 1, 0.5), new Probe(41, 0.99, 2))))
                .isEmpty();
        assertThat(warnings(List.of(new Probe(40, 1, 0.5), new Probe(50, 0.99, 2))))
                .containsExactly(
                        "Something else ran on this machine: a fixed piece of computing took up to 25 % longer than"
                                + " at its best, and got 99 % of the cores at the least; the load was 0.5 before.");
        assertThat(warnings(List.of(new Probe(40, 0.5, -1))))
                .as("even, but slow all the time; on a system that doesn't tell its load")
                .singleElement()
                .asString()
                .endsWith("got 50 % of the cores at the least.");
    }

    @Test
    void shouldWarnIfCellsAreMissing() {
        ExperimentResult run = Samples.run(List.of(Samples.time("ropewalk", 1, 10.0)));
        var interrupted = new ExperimentResult(
                run.experiment(),
                run.size(),
                run.machine(),
                run.command(),
                run.occasion(),
                3,
                run.probes(),
                run.results(),
                run.skipped());

        assertThat(Warnings.of(interrupted, Optional.empty()))
                .containsExactly("The run was interrupted: there are results of 1 of 3 cells.");
    }

    @Test
    void shouldSayHowFarAModelIsFromReality() {
        List<Result> results = List.of(off("ropewalk", 1, 4.0), off("rival", 1, 12.0), off("rival", 2, 30.0));

        assertThat(Warnings.of(Samples.run(results), Optional.of(new Modelled())))
                .containsExactly(
                        "These figures are a model's. Held against this machine in 3 figures it is off by 12 % in"
                                + " the median, and by 30 % at most (rival, n=2). What has no real figure beside it is"
                                + " what the model says, and no claim about a real machine.");
    }

    @Test
    void shouldSayThatAModelWasNotHeldAgainstReality() {
        List<Result> results = List.of(Samples.time("ropewalk", 1, 10.0));

        assertThat(Warnings.of(Samples.run(results), Optional.of(new Modelled())))
                .singleElement()
                .asString()
                .endsWith("they support no claim.");
    }

    private static Result off(String contender, long n, double percent) {
        return Result.of(contender, Samples.cell(n), Modelled.OFF, List.of(percent));
    }

    private static List<String> warnings(Result... results) {
        return Warnings.of(Samples.run(List.of(results)), Optional.of(EXPERIMENT));
    }

    private static List<String> warnings(List<Probe> probes) {
        return Warnings.of(Samples.run(probes, List.of(Samples.time("ropewalk", 1, 10.0))), Optional.of(EXPERIMENT));
    }

    /** An experiment with a limit, and a time that nothing can be faster than. */
    private static final class Limited extends TinyExperiment {
        @Override
        public Set<String> beyondLimit() {
            return Set.of("blocks");
        }

        @Override
        public Optional<String> limit() {
            return Optional.of("limit");
        }

        @Override
        public OptionalDouble bound(String metric, Params params) {
            return metric.equals("time") ? OptionalDouble.of(5) : OptionalDouble.empty();
        }
    }

    /** An experiment with a model. */
    private static final class Modelled extends TinyExperiment {
        private static final Metric OFF = new Metric("off", "%", Metric.Better.LOWER, "How far it is off.");

        @Override
        public Optional<String> distanceFromReality() {
            return Optional.of(OFF.name());
        }
    }
}
