package dev.ropewalk.lab.executor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.lab.experiment.Cell;
import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Metric;
import dev.ropewalk.lab.experiment.Outcome;
import dev.ropewalk.lab.experiment.Params;
import dev.ropewalk.lab.experiment.Size;
import dev.ropewalk.lab.experiment.Trial;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class EmptyTasksTest {
    private final EmptyTasks experiment = new EmptyTasks();

    static Stream<String> contenders() {
        return new EmptyTasks().contenders().stream().map(Contender::name);
    }

    @ParameterizedTest
    @MethodSource("contenders")
    void shouldAnswerRightInEveryShape(String name) throws Exception {
        for (String shape : Shape.labels()) {
            for (int tasks : new int[] {1, 2, 1000}) {
                Cell cell = new Cell(params(shape, tasks), 1);
                try (Trial trial = contender(name).opener().open(cell)) {
                    Outcome outcome = trial.run(experiment.passes().getFirst());

                    assertThat(outcome.answer())
                            .as("%d tasks, %s", tasks, shape)
                            .isEqualTo(experiment.answers(cell).at(0));
                    assertThat(outcome.values())
                            .containsKeys(Metric.TIME.name(), EmptyTasks.PER_TASK.name(), Metric.CPU.name());
                }
            }
        }
    }

    @Test
    void shouldRunTheLargestFullTreeForARecursion() {
        assertThat(Stream.of(1, 2, 3, 6, 7, 8, 1_000_000).map(Shape.RECURSION::actualTasks))
                .containsExactly(1, 1, 3, 3, 7, 7, 524_287);
    }

    @Test
    void shouldLeaveVirtualThreadsOutWhereTheyWouldHaveOtherCarriers() {
        int others = Runtime.getRuntime().availableProcessors() + 1;

        assertThat(contender("vthreads").refusal().apply(params("outside", 1).with("workers", others)))
                .hasValueSatisfying(reason -> assertThat(reason).contains("not " + others));
    }

    private Contender contender(String name) {
        return experiment.contenders().stream()
                .filter(contender -> contender.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Params params(String shape, int tasks) {
        return Params.of(Map.of("workers", Runtime.getRuntime().availableProcessors(), "shape", shape, "tasks", tasks));
    }

    @Test
    void shouldHaveAMillionTasksAtSizeQuick() {
        List<Params> cells = experiment.grid(Size.QUICK).cells();

        assertThat(cells)
                .hasSize(3)
                .allSatisfy(cell -> assertThat(cell.number("tasks")).isGreaterThan(1_000_000));
    }
}
