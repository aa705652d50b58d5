package dev.ropewalk.lab.neighbours;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.lab.experiment.Cell;
import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Outcome;
import dev.ropewalk.lab.experiment.Params;
import dev.ropewalk.lab.experiment.Size;
import dev.ropewalk.lab.experiment.Trial;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class NeighboursTest {
    private static final int CORES = Runtime.getRuntime().availableProcessors();

    private final Neighbours neighbours = new Neighbours();

    static Stream<Arguments> parts() {
        return Arrays.stream(Family.values())
                .flatMap(family -> Program.with(family).stream().map(program -> Arguments.of(program, family)));
    }

    @ParameterizedTest
    @MethodSource("parts")
    void shouldRunEachProgramAloneAndBesideANeighbourThatReallyRuns(Program program, Family family) throws Exception {
        Cell cell = new Cell(params(program, 1, Setting.NONE), 1);
        Contender contender = contender(family);
        contender.refusal().apply(cell.params()).ifPresent(reason -> Assumptions.abort(family + ": " + reason));
        try (Trial trial = contender.opener().open(cell)) {
            for (int iteration = 0; iteration < 2; iteration++) {
                Outcome outcome = trial.run(neighbours.passes().getFirst());

                assertThat(outcome.answer()).startsWith("right alone and disturbed; ");
                assertThat(outcome.values())
                        .containsKeys("slowdown", "time", "alone", "cpu", "neighbour-cpu")
                        .doesNotContainKey("throttled")
                        .allSatisfy((metric, value) -> assertThat(value).isPositive());
            }
        }
    }

    @Test
    void shouldExpectThatNoWorkerIsTakenForStuck() {
        assertThat(neighbours
                        .answers(new Cell(params(Program.RING, 2, Setting.NONE), 1))
                        .at(7))
                .isEqualTo("right alone and disturbed; 0 spare workers, 0 starvation events");
    }

    @ParameterizedTest
    @EnumSource(Program.class)
    void shouldBeComparedWithARivalAtLeast(Program program) {
        List<Family> families = Arrays.stream(Family.values())
                .filter(family -> Program.with(family).contains(program))
                .toList();

        assertThat(families).contains(Family.ROPEWALK, Family.FORKJOIN).hasSizeGreaterThan(2);
        assertThat(families)
                .allSatisfy(family -> assertThat(program.contender(family).name())
                        .isEqualTo(program.part(family).contender()));
    }

    @Test
    void shouldRefuseWhatTheProgramsOwnExperimentLacks() {
        Optional<String> reason = contender(Family.GO).refusal().apply(params(Program.PI, 2, Setting.NONE));

        assertThat(reason).contains("experiment pi has no contender of go");
    }

    @Test
    void shouldRefuseAQuotaWhereNoneCanBeHadAndOnlyThat() {
        Contender ours = contender(Family.ROPEWALK);

        assertThat(ours.refusal().apply(params(Program.RING, 0, Setting.HALF))).isEqualTo(Quota.refusal());
        assertThat(ours.refusal().apply(params(Program.RING, 2, Setting.NONE))).isEmpty();
    }

    @Test
    void shouldShowEachProgramBesideNeighboursAndUnderAQuotaAtQuick() {
        assertThat(neighbours.grid(Size.QUICK).cells())
                .hasSize(4 * 3)
                .extracting(cell -> cell.without(Setting.WORKERS).toString())
                .contains(
                        "program=ring neighbours=2 quota=none work=100",
                        "program=pi neighbours=4 quota=none work=100",
                        "program=channels neighbours=0 quota=half work=1000");
        assertThat(neighbours.grid(Size.FULL).cells()).hasSize(4 * 3 * 2 + 4 * 3);
    }

    @Test
    void shouldLetRivalsDoWhatTakesThemAsLongAndMultiplyTheirTimes() {
        Setting setting = Setting.of(params(Program.RING, 2, Setting.NONE).with(Setting.WORK, 100));

        assertThat(Program.RING.params(Family.ROPEWALK, setting).toString())
                .isEqualTo("workers=" + CORES + " rings=10 actors=1000 laps=200");
        assertThat(Program.RING.params(Family.GO, setting).number("laps")).isEqualTo(20);
        assertThat(Program.RING.factor(Family.GO, setting)).isEqualTo(10);
        assertThat(Program.RING.factor(Family.ROPEWALK, setting)).isEqualTo(1);
    }

    @Test
    void shouldGetTimeForWhatNeighboursTake() {
        assertThat(neighbours.waiting(params(Program.RING, 0, Setting.NONE))).isEqualTo(Duration.ZERO);
        assertThat(setting(2, 2, Setting.NONE).expectedSlowdown(2)).isEqualTo(2);
        assertThat(setting(2, 4, Setting.NONE).expectedSlowdown(2)).isEqualTo(3);
        assertThat(setting(2, 2, Setting.NONE).expectedSlowdown(4)).isEqualTo(1);
        assertThat(setting(2, 0, Setting.HALF).expectedSlowdown(2)).isEqualTo(2);
        assertThat(setting(2, 4, Setting.HALF).expectedSlowdown(2)).isEqualTo(3);
    }

    private static Setting setting(int workers, int neighbours, String quota) {
        return Setting.of(params(Program.RING, neighbours, quota).with(Setting.WORKERS, workers));
    }

    private static Params params(Program program, int neighbours, String quota) {
        return Params.none()
                .with(Setting.WORKERS, CORES)
                .with(Setting.PROGRAM, program.label())
                .with(Setting.NEIGHBOURS, neighbours)
                .with(Setting.QUOTA, quota)
                .with(Setting.WORK, 1);
    }

    private Contender contender(Family family) {
        return neighbours.contenders().stream()
                .filter(candidate -> candidate.name().equals(family.label()))
                .findFirst()
                .orElseThrow();
    }
}
