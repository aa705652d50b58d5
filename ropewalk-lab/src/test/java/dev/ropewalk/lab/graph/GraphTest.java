package dev.ropewalk.lab.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.lab.experiment.Cell;
import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Metric;
import dev.ropewalk.lab.experiment.Outcome;
import dev.ropewalk.lab.experiment.Size;
import dev.ropewalk.lab.experiment.Trial;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class GraphTest {
    private final Graph experiment = new Graph();

    static Stream<String> contenders() {
        return new Graph().contenders().stream().map(Contender::name);
    }

    @ParameterizedTest
    @MethodSource("contenders")
    void shouldRunEveryActionWithinTheCapacitiesEvenIfTheyAreTight(String name) throws Exception {
        Contender contender = experiment.contenders().stream()
                .filter(candidate -> candidate.name().equals(name))
                .findFirst()
                .orElseThrow();
        var cell = new Cell(
                experiment
                        .grid(Size.SMOKE)
                        .cells()
                        .getFirst()
                        .with(Graph.ACTIONS, 300)
                        .with(Graph.MEMORY, 2048)
                        .with(Graph.CALLS, 40),
                1);
        try (Trial trial = contender.opener().open(cell)) {
            for (int iteration = 0; iteration < 2; iteration++) {
                Outcome outcome = trial.run(experiment.passes().getFirst());

                assertThat(outcome.answer()).isEqualTo(experiment.answers(cell).at(iteration));
                assertThat(outcome.values()).containsKeys(Metric.TIME.name(), Metric.CPU.name());
                assertThat(outcome.values().get(Graph.TO_BOUND.name())).isGreaterThan(0.9);
            }
        }
    }
}
