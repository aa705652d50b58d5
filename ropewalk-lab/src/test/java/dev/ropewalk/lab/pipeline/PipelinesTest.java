package dev.ropewalk.lab.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.lab.experiment.Answers;
import dev.ropewalk.lab.experiment.Cell;
import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Metric;
import dev.ropewalk.lab.experiment.Outcome;
import dev.ropewalk.lab.experiment.Params;
import dev.ropewalk.lab.experiment.Pass;
import dev.ropewalk.lab.experiment.Size;
import dev.ropewalk.lab.experiment.Trial;
import java.util.EnumSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(20)
class PipelinesTest {
    private static final int EVENTS = 300;
    /** Less than there are events, so that producers have to wait for free places. */
    private static final int CAPACITY = 16;

    private final Pipelines pipelines = new Pipelines();

    static Stream<Arguments> entries() {
        return new Pipelines()
                .contenders().stream()
                        .map(Contender::name)
                        .flatMap(contender ->
                                Workload.labels().stream().map(workload -> Arguments.of(contender, workload)));
    }

    @ParameterizedTest
    @MethodSource("entries")
    void shouldHandleEveryEventOnceInEachPass(String name, String workload) throws Exception {
        Contender contender = pipelines.contenders().stream()
                .filter(candidate -> candidate.name().equals(name))
                .findFirst()
                .orElseThrow();
        Cell cell = cell(workload);
        contender.refusal().apply(cell.params()).ifPresent(reason -> Assumptions.abort(name + ": " + reason));
        Answers answers = pipelines.answers(cell);
        boolean idle = Workload.named(cell.params()).isMeasuredIdle();
        try (Trial trial = contender.opener().open(cell)) {
            int iteration = 0;
            for (Pass pass : pipelines.passes()) {
                Outcome outcome = trial.run(pass);

                assertThat(outcome.answer()).isEqualTo(answers.at(iteration++, pass));
                if (!pass.equals(Pipelines.IDLE) || idle) {
                    assertThat(outcome.values())
                            .containsKeys(measured(pass))
                            .allSatisfy((metric, value) -> assertThat(value).isNotNegative());
                }
            }
        }
    }

    /** What a trial measures; memory is added by the driver. */
    private static String[] measured(Pass pass) {
        return pass.metrics().stream()
                .filter(metric -> !metric.equals(Metric.PEAK_MEMORY))
                .map(Metric::name)
                .toArray(String[]::new);
    }

    @Test
    void shouldMeasureEveryWorkloadAtEachSizeButTheTour() {
        for (Size size : EnumSet.complementOf(EnumSet.of(Size.TOUR))) {
            assertThat(pipelines.grid(size).cells()).hasSameSizeAs(Workload.values());
            assertThat(pipelines.contenders(size))
                    .extracting(Contender::name)
                    .contains(pipelines.mainContender(), "disruptor-yielding");
        }
    }

    private static Cell cell(String workload) {
        return new Cell(
                Params.none()
                        .with(Workload.WORKLOAD, workload)
                        .with(Workload.WIDTH, 3)
                        .with(Workload.CAPACITY, CAPACITY)
                        .with(Workload.EVENTS, EVENTS)
                        .with(Workload.RATE, 1_000_000),
                1);
    }
}
