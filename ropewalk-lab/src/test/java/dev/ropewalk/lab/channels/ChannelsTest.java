package dev.ropewalk.lab.channels;

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
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ChannelsTest {
    private static final int ELEMENTS = 1000;

    private final Channels channels = new Channels();

    static Stream<Arguments> entries() {
        return new Channels()
                .contenders().stream()
                        .map(Contender::name)
                        .flatMap(contender ->
                                Workload.labels().stream().map(workload -> Arguments.of(contender, workload)));
    }

    @ParameterizedTest
    @MethodSource("entries")
    @Timeout(60)
    void shouldReceiveWhatWasSentInEachIteration(String name, String workload) throws Exception {
        Contender contender = contender(name);
        Cell cell = cell(workload);
        contender.refusal().apply(cell.params()).ifPresent(reason -> Assumptions.abort(name + ": " + reason));
        Answers answers = channels.answers(cell);
        Pass pass = channels.passes().getFirst();
        try (Trial trial = contender.opener().open(cell)) {
            for (int iteration = 0; iteration < 3; iteration++) {
                Outcome outcome = trial.run(pass);

                assertThat(outcome.answer()).isEqualTo(answers.at(iteration));
                assertThat(outcome.values())
                        .containsKeys(Metric.TIME.name(), Metric.CPU.name(), Channels.PER_ELEMENT.name())
                        .allSatisfy((metric, value) -> assertThat(value).isPositive());
            }
        }
    }

    @Test
    void shouldCompareTheNamedContendersInEveryWorkload() {
        assertThat(channels.contenders())
                .extracting(Contender::name)
                .containsExactly(
                        "go",
                        "kotlin",
                        "kotlin-on-ropewalk",
                        "jox",
                        "juc",
                        "ropewalk",
                        "ropewalk-default",
                        "ropewalk-callback")
                .contains(channels.mainContender());
        assertThat(channels.grid(Size.QUICK).cells()).hasSameSizeAs(Workload.values());
    }

    @Test
    void shouldKeepQueuesOutOfSelectsOnly() {
        Contender queues = contender("juc");

        assertThat(Workload.labels())
                .filteredOn(workload ->
                        queues.refusal().apply(cell(workload).params()).isPresent())
                .containsExactly("select-2", "select-8");
    }

    private Contender contender(String name) {
        return channels.contenders().stream()
                .filter(candidate -> candidate.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Cell cell(String workload) {
        return new Cell(
                Params.none()
                        .with(Workload.WORKERS, Runtime.getRuntime().availableProcessors())
                        .with(Workload.WORKLOAD, workload)
                        .with(Workload.ELEMENTS, ELEMENTS),
                1);
    }
}
