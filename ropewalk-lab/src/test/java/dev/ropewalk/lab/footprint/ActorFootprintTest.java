package dev.ropewalk.lab.footprint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.lab.experiment.Cell;
import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Metric;
import dev.ropewalk.lab.experiment.Outcome;
import dev.ropewalk.lab.experiment.Params;
import dev.ropewalk.lab.experiment.Size;
import dev.ropewalk.lab.experiment.Trial;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ActorFootprintTest {
    private static final int ACTORS = 20_000;
    private static final int WORD = 8;

    private final ActorFootprint experiment = new ActorFootprint();

    static Stream<String> contenders() {
        return new ActorFootprint().contenders().stream().map(Contender::name);
    }

    @ParameterizedTest
    @MethodSource("contenders")
    void shouldSpawnAllActorsAndSeeTheirMemoryHoweverTheyAreSpawned(String name) throws Exception {
        Contender contender = experiment.contenders().stream()
                .filter(candidate -> candidate.name().equals(name))
                .findFirst()
                .orElseThrow();
        for (Params shape : experiment.grid(Size.SMOKE).cells()) {
            var cell = new Cell(shape.with(ActorFootprint.ACTORS, ACTORS), 1);
            try (Trial trial = contender.opener().open(cell)) {
                for (int iteration = 0; iteration < 2; iteration++) {
                    Outcome outcome = trial.run(experiment.passes().getFirst());

                    assertThat(outcome.answer())
                            .isEqualTo(experiment.answers(cell).at(iteration));
                    assertThat(outcome.values())
                            .containsKeys(ActorFootprint.PER_SPAWN.name(), Metric.CPU.name())
                            .hasEntrySatisfying(
                                    ActorFootprint.BYTES.name(),
                                    bytes -> assertThat(bytes).isGreaterThan(WORD));
                }
            }
        }
    }
}
