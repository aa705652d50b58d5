package dev.ropewalk.lab.savina;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.lab.experiment.Cell;
import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Metric;
import dev.ropewalk.lab.experiment.Outcome;
import dev.ropewalk.lab.experiment.Params;
import dev.ropewalk.lab.experiment.Size;
import dev.ropewalk.lab.experiment.Trial;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class ProgramsTest {
    private final Savina savina = new Savina();

    static List<String> programs() {
        return Programs.labels();
    }

    @ParameterizedTest
    @MethodSource("programs")
    @Timeout(60)
    void shouldAnswerRightAgainAndAgainOnRopewalk(String program) throws Exception {
        answerRight("ropewalk", program);
    }

    @ParameterizedTest
    @MethodSource("programs")
    @Timeout(60)
    void shouldAnswerRightAgainAndAgainOnPekko(String program) throws Exception {
        answerRight("pekko", program);
    }

    private void answerRight(String contender, String program) throws Exception {
        var cell = new Cell(
                Params.none().with("workers", 2).with("program", program).with("scale", Scale.SMOKE.label()), 1);
        try (Trial trial = contender(contender).opener().open(cell)) {
            for (int iteration = 0; iteration < 3; iteration++) {
                Outcome outcome = trial.run(savina.passes().getFirst());

                assertThat(outcome.answer())
                        .as("iteration %d", iteration)
                        .isEqualTo(savina.answers(cell).at(iteration));
                assertThat(outcome.values()).containsKeys(Metric.TIME.name(), Metric.CPU.name());
            }
        }
    }

    private Contender contender(String name) {
        return savina.contenders().stream()
                .filter(contender -> contender.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "TOUR")
    void shouldRunEveryProgramAtEverySizeButTheTour(Size size) {
        assertThat(savina.grid(size).cells())
                .extracting(cell -> cell.text("program"))
                .containsExactlyElementsOf(Programs.labels());
    }

    @Test
    void shouldNameNoProgramTwice() {
        assertThat(Programs.labels()).doesNotHaveDuplicates();
    }
}
