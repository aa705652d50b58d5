package dev.ropewalk.lab.locality;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.lab.experiment.Answers;
import dev.ropewalk.lab.experiment.Cell;
import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Metric;
import dev.ropewalk.lab.experiment.Outcome;
import dev.ropewalk.lab.experiment.Params;
import dev.ropewalk.lab.experiment.Size;
import dev.ropewalk.lab.experiment.Trial;
import dev.ropewalk.sim.machine.CostTable;
import dev.ropewalk.sim.machine.Reach;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(120)
class LocalityManycoreTest {
    private static final LocalityManycore EXPERIMENT = new LocalityManycore();

    static Stream<Contender> contenders() {
        return EXPERIMENT.contenders().stream();
    }

    @ParameterizedTest
    @EnumSource
    void shouldGiveEachCellAValueThatItsParameterAllows(Size size) {
        List<Params> cells = EXPERIMENT.grid(size).cells();

        assertThat(cells).isNotEmpty();
        for (Params cell : cells) {
            for (var parameter : EXPERIMENT.parameters()) {
                assertThat(parameter.parse(cell.text(parameter.name())))
                        .isEqualTo(cell.values().get(parameter.name()));
            }
        }
    }

    @Test
    void shouldHoldTheModelAgainstOneAndTwoCoresAndGoToTheMostThatWereAskedFor() {
        assertThat(EXPERIMENT.grid(Size.QUICK).cells())
                .extracting(cell -> cell.number(Workload.WORKERS))
                .contains(1L, 2L);
        assertThat(EXPERIMENT.grid(Size.FULL).cells())
                .extracting(cell -> cell.number(Workload.WORKERS))
                .contains(1L, 2L, 8L, 128L);
    }

    @ParameterizedTest
    @MethodSource("contenders")
    void shouldAnswerRightInTheModelAndInReality(Contender contender) throws Exception {
        Cell cell = cell(1);
        Answers answers = EXPERIMENT.answers(cell);
        try (Trial trial = contender.opener().open(cell)) {
            Outcome modelled = trial.run(LocalityManycore.MODEL_PASS);
            Outcome real = trial.run(LocalityManycore.REAL_PASS);

            assertThat(modelled.answer()).isEqualTo(answers.at(0, LocalityManycore.MODEL_PASS));
            assertThat(real.answer()).isEqualTo(answers.at(1, LocalityManycore.REAL_PASS));
            assertThat(modelled.values()).containsOnlyKeys(names(LocalityManycore.MODEL_PASS.metrics()));
            assertThat(real.values()).containsOnlyKeys(names(LocalityManycore.REAL_PASS.metrics()));
        }
    }

    private static List<String> names(List<Metric> metrics) {
        return metrics.stream().map(Metric::name).toList();
    }

    @ParameterizedTest
    @MethodSource("contenders")
    void shouldSayNothingAboutAMachineThatIsNotThere(Contender contender) throws Exception {
        Cell cell = cell(Runtime.getRuntime().availableProcessors() + 7);
        try (Trial trial = contender.opener().open(cell)) {
            Outcome real = trial.run(LocalityManycore.REAL_PASS);

            assertThat(real.values()).isEmpty();
            assertThat(real.answer()).isEqualTo(EXPERIMENT.answers(cell).at(0, LocalityManycore.REAL_PASS));
        }
    }

    @Test
    void shouldComeToTheSameTimesAgain() {
        assertThat(times(Pools.ROPEWALK_SOFT)).isEqualTo(times(Pools.ROPEWALK_SOFT));
    }

    private static List<Long> times(Pools pools) {
        Cell cell = cell(12);
        try (var model = new Model(ModelTrial.modelled(cell), pools, CostTable.published(), 1)) {
            List<Long> times = new ArrayList<>();
            for (int k = 0; k < 3; k++) {
                times.add(model.iterate());
                times.add(model.longestWaitNanos());
            }
            return times;
        }
    }

    @Test
    void shouldMeasureWhatTwoCoresCanShowAndTakeTheRestFromTheTables() throws Exception {
        CostTable published = CostTable.published();

        CostTable measured = CostProbe.measure(1);

        assertThat(measured.source()).isNotEqualTo(published.source());
        assertThat(measured.alone(Reach.NODE)).isEqualTo(published.alone(Reach.NODE));
        assertThat(measured.alone(Reach.MEMORY)).isPositive().isNotEqualTo(published.alone(Reach.MEMORY));
        assertThat(measured.access()).isPositive();
    }

    private static Cell cell(int cores) {
        Params params = EXPERIMENT.grid(Size.SMOKE).cells().getFirst();
        return new Cell(params.with(Workload.MESSAGES, 500).with(Workload.WORKERS, cores), 1);
    }
}
