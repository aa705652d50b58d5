package dev.ropewalk.lab.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.lab.experiment.Cell;
import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Outcome;
import dev.ropewalk.lab.experiment.Params;
import dev.ropewalk.lab.experiment.Size;
import dev.ropewalk.lab.experiment.Trial;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClustersTest {
    private static final int ENTITIES = 20;
    private static final int AMOUNT = 2000;

    private final Clusters clusters = new Clusters();

    @ParameterizedTest
    @CsvSource({"ropewalk, reliable, 50, rate", "pekko, reliable, 50, rate"})
    @Timeout(180)
    void shouldAccountForEveryMessage(String name, String workload, String window, String metric) throws Exception {
        var cell = new Cell(params(workload).with(Load.WINDOW, window), 1);
        Contender contender = contender(name);
        assertThat(contender.refusal().apply(cell.params())).isEmpty();
        try (Trial trial = contender.opener().open(cell)) {
            for (int iteration = 0; iteration < 2; iteration++) {
                Outcome outcome = trial.run(clusters.passes().getFirst());

                assertThat(outcome.answer()).isEqualTo(clusters.answers(cell).at(iteration));
                assertThat(outcome.values().get(metric)).isPositive();
                assertThat(outcome.values().getOrDefault(Metrics.LOST.name(), 0.0))
                        .isZero();
            }
        }
    }

    @Test
    void shouldKeepOutWhoDoesNotDiffer() {
        assertThat(contender(Parties.ACTOR).refusal().apply(params("tell"))).contains("ropewalk-actor is for local");
        assertThat(contender(Parties.PEKKO_DEFAULTS).refusal().apply(params("ask")))
                .contains("pekko-defaults is for tell");
    }

    @Test
    void shouldMeasureAllAtFullSize() {
        assertThat(clusters.grid(Size.FULL).cells())
                .extracting(params -> params.text(Load.WORKLOAD))
                .containsAll(Workload.labels());
    }

    @Test
    void shouldTellALoadInWords() {
        for (Params params : clusters.grid(Size.FULL).cells()) {
            Load load = Load.of(params);

            assertThat(Load.of(load.words())).isEqualTo(load);
        }
    }

    @Test
    void shouldCountWhatHasComeSinceTheReset() {
        var arrivals = new Arrivals();
        arrivals.arrived(7);
        arrivals.reset();
        arrivals.arrived(8);
        arrivals.arrived(9);

        Arrivals.Seen seen = arrivals.seen();

        assertThat(seen.count()).isEqualTo(2);
        assertThat(seen.nanos()).isNotNegative();
        assertThat(Arrivals.Seen.of(seen.text())).isEqualTo(seen);
    }

    private Contender contender(String name) {
        return clusters.contenders().stream()
                .filter(candidate -> candidate.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Params params(String workload) {
        return Params.none()
                .with(Load.WORKLOAD, workload)
                .with(Load.ENTITIES, workload.equals("local") ? 1 : ENTITIES)
                .with(Load.AMOUNT, AMOUNT)
                .with(Load.WINDOW, Load.DEFAULT_WINDOW);
    }
}
