package dev.ropewalk.lab.flow;

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

class FlowsTest {
    private static final int ELEMENTS = 10_003;

    private final Flows flows = new Flows();

    static Stream<Arguments> entries() {
        return new Flows()
                .contenders().stream()
                        .map(Contender::name)
                        .flatMap(contender ->
                                Program.labels().stream().map(program -> Arguments.of(contender, program)));
    }

    @ParameterizedTest
    @MethodSource("entries")
    @Timeout(60)
    void shouldAddWhatTheProgramMakesInEachIteration(String name, String program) throws Exception {
        Contender contender = contender(name);
        Cell cell = cell(program);
        contender.refusal().apply(cell.params()).ifPresent(reason -> Assumptions.abort(name + ": " + reason));
        Answers answers = flows.answers(cell);
        Pass pass = flows.passes().getFirst();
        try (Trial trial = contender.opener().open(cell)) {
            for (int iteration = 0; iteration < 3; iteration++) {
                Outcome outcome = trial.run(pass);

                assertThat(outcome.answer()).isEqualTo(answers.at(iteration));
                assertThat(outcome.values())
                        .containsKeys(Metric.TIME.name(), Metric.CPU.name(), Flows.PER_ELEMENT.name())
                        .allSatisfy((metric, value) -> assertThat(value).isPositive());
            }
        }
    }

    @Test
    void shouldCompareTheNamedContendersInEveryProgram() {
        assertThat(flows.contenders())
                .extracting(Contender::name)
                .containsExactly("reactor", "rxjava", "kotlin", "jdk", "ropewalk")
                .contains(flows.mainContender());
        assertThat(flows.grid(Size.QUICK).cells()).hasSameSizeAs(Program.values());
    }

    @Test
    void shouldKeepTheJdkOutOfWhatNeedsOperators() {
        Contender jdk = contender("jdk");

        assertThat(Program.labels())
                .filteredOn(
                        program -> jdk.refusal().apply(cell(program).params()).isPresent())
                .containsExactly("fused", "batch", "merge", "merge-mapped");
    }

    private Contender contender(String name) {
        return flows.contenders().stream()
                .filter(candidate -> candidate.name().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Cell cell(String program) {
        return new Cell(
                Params.none()
                        .with(Program.WORKERS, Runtime.getRuntime().availableProcessors())
                        .with(Program.PROGRAM, program)
                        .with(Program.ELEMENTS, ELEMENTS),
                1);
    }
}
