package dev.ropewalk.lab.limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.lab.experiment.Cell;
import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Experiment;
import dev.ropewalk.lab.experiment.Lifetime;
import dev.ropewalk.lab.experiment.Metric;
import dev.ropewalk.lab.experiment.Outcome;
import dev.ropewalk.lab.experiment.Params;
import dev.ropewalk.lab.experiment.Size;
import dev.ropewalk.lab.experiment.Trial;
import java.io.IOException;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class LimitsTest {
    private static final Params SMALL = Params.none()
            .with(ProcessExperiment.TASKS, 50)
            .with(ProcessExperiment.IN_FLIGHT, 7)
            .with(ProcessExperiment.FIB, 5)
            .with(ProcessExperiment.SLEEP, 1)
            .with(ProcessExperiment.AOT_CACHE, ProcessExperiment.NO);

    private final Limits limits = new Limits();

    static Stream<Arguments> contenders() {
        return Stream.of(new Limits(), new Resource())
                .flatMap(experiment -> experiment.contenders().stream()
                        .map(contender -> Arguments.of(experiment, contender.name(), contender)));
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource("contenders")
    @EnabledOnOs(OS.LINUX)
    void shouldDoAllTasksWithinTheLimitAndMeasureTheProcess(Experiment experiment, String name, Contender contender)
            throws Exception {
        var cell = new Cell(SMALL, 1);
        try (Trial trial = contender.opener().open(cell)) {
            Outcome outcome = trial.run(experiment.passes().getFirst());

            assertThat(outcome.answer()).isEqualTo(experiment.answers(cell).at(0));
            assertThat(outcome.values().get(Metric.TIME.name())).isGreaterThan(7);
            assertThat(outcome.values().get(Metric.CPU.name())).isPositive();
            assertThat(outcome.values().get(Metric.PEAK_MEMORY.name())).isGreaterThan(1);
        }
    }

    @Test
    void shouldTellTheAnswerOfWhoeverBreaksTheLimit() {
        String right = limits.answers(new Cell(SMALL, 1)).at(0);

        assertThat(ProcessTrial.answer(50, 6, 7)).isEqualTo(right);
        assertThat(ProcessTrial.answer(50, 8, 7))
                .isEqualTo("50 tasks, 8 at once")
                .isNotEqualTo(right);
        assertThat(ProcessTrial.answer(49, 7, 7)).isNotEqualTo(right);
    }

    @Test
    void shouldTellHowAProcessFailed() {
        assertThatThrownBy(() -> new ProcessTrial(Program.LIMITS, "nobody", SMALL))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("exit code 1");
    }

    @Test
    void shouldTellWhyNoCacheOfClassesWasWritten() {
        Params cached = SMALL.with(ProcessExperiment.AOT_CACHE, ProcessExperiment.YES);

        assertThatThrownBy(() -> new ProcessTrial(Program.LIMITS, "strategy-3", cached))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("directory in paths");
    }

    @Test
    void shouldCountWhatIsInFlight() {
        Work counted = Work.of(new String[] {"1", "0", "true"}, 0);
        counted.whole();
        counted.around(Runnable::run);

        assertThat(counted.done()).isEqualTo(2);
        assertThat(counted.most()).isEqualTo(1);
    }

    @Test
    void shouldGetTimeForTheSleepsOfAMillionTasks() {
        Params million = limits.grid(Size.FULL).cells().stream()
                .filter(cell -> cell.number(ProcessExperiment.TASKS) == 1_000_000)
                .findAny()
                .orElseThrow();

        assertThat(limits.waiting(million)).isEqualTo(Duration.ofMillis(1667 * 20));
        assertThat(limits.lifetime()).isEqualTo(Lifetime.PROGRAM);
    }
}
