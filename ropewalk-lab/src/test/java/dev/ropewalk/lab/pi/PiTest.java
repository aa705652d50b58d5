package dev.ropewalk.lab.pi;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.lab.experiment.Cell;
import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Metric;
import dev.ropewalk.lab.experiment.Outcome;
import dev.ropewalk.lab.experiment.Params;
import dev.ropewalk.lab.experiment.Size;
import dev.ropewalk.lab.experiment.Trial;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class PiTest {
    private final Pi pi = new Pi();

    static Stream<String> contenders() {
        return new Pi().contenders().stream().map(Contender::name);
    }

    @ParameterizedTest
    @MethodSource("contenders")
    void shouldAddAllSlicesInEachIteration(String name) throws Exception {
        Contender contender = pi.contenders().stream()
                .filter(candidate -> candidate.name().equals(name))
                .findFirst()
                .orElseThrow();
        int workers =
                contender.refusal().apply(Params.none().with(Slices.WORKERS, 3)).isEmpty()
                        ? 3
                        : Runtime.getRuntime().availableProcessors();
        // With a window of 1 each job waits until the operating system lets threads run that poll, one after the other.
        for (int window : new int[] {1, 100, 1000, 100_000}) {
            Cell cell = new Cell(
                    Params.none()
                            .with(Slices.WORKERS, workers)
                            .with(Slices.JOBS, window == 1 ? 100 : 1000)
                            .with(Slices.ITERATIONS, 17)
                            .with(Slices.WINDOW, window),
                    1);
            try (Trial trial = contender.opener().open(cell)) {
                for (int iteration = 0; iteration < 3; iteration++) {
                    Outcome outcome = trial.run(pi.passes().getFirst());

                    assertThat(outcome.answer()).isEqualTo(pi.answers(cell).at(iteration));
                    assertThat(outcome.values())
                            .containsKeys(Metric.TIME.name(), Metric.CPU.name(), Pi.PER_JOB.name())
                            .allSatisfy((metric, value) -> assertThat(value).isPositive());
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"100, 100", "99, 99", "1000, 999", "7, 1001"})
    void shouldKnowTheAnswerWithoutTheSeries(int jobs, int iterations) {
        var slices = new Slices(1, jobs, iterations, 1);
        double total = IntStream.range(0, jobs).mapToDouble(slices::sum).sum();

        assertThat(Slices.answer(total)).isEqualTo(slices.answer());
    }

    @Test
    void shouldComeToNineDigitsOfPiAtThePublishedSizes() {
        assertThat(pi.grid(Size.QUICK).cells())
                .hasSize(2)
                .allSatisfy(
                        cell -> assertThat(pi.answers(new Cell(cell, 1)).at(0)).isEqualTo("pi 3.14159264"));
    }
}
