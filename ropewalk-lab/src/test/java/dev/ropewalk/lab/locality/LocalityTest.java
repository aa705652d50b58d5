package dev.ropewalk.lab.locality;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.lab.experiment.Answers;
import dev.ropewalk.lab.experiment.Cell;
import dev.ropewalk.lab.experiment.Params;
import dev.ropewalk.lab.experiment.Size;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LocalityTest {
    private final Locality locality = new Locality();

    @Test
    void shouldAnswerTheSameFromTheSecondIterationOn() {
        Answers answers = locality.answers(cell(1));

        assertThat(answers.at(1)).isEqualTo(answers.at(2)).isNotEqualTo(answers.at(0));
    }

    @Test
    void shouldAnswerBySeed() {
        assertThat(locality.answers(cell(1)).at(1))
                .isEqualTo(locality.answers(cell(1)).at(1))
                .isNotEqualTo(locality.answers(cell(2)).at(1));
    }

    @ParameterizedTest
    @EnumSource
    void shouldGiveEachCellAValueThatItsParameterAllows(Size size) {
        List<Params> cells = locality.grid(size).cells();

        assertThat(cells).isNotEmpty();
        for (Params cell : cells) {
            for (var parameter : locality.parameters()) {
                assertThat(parameter.parse(cell.text(parameter.name())))
                        .isEqualTo(cell.values().get(parameter.name()));
            }
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Size.class,
            names = {"TOUR", "QUICK", "FULL"})
    void shouldSendAtLeastFourMillionMessages(Size size) {
        assertThat(locality.grid(size).cells())
                .allSatisfy(cell -> assertThat(cell.number(Workload.MESSAGES)).isGreaterThanOrEqualTo(4_000_000));
    }

    @Test
    void shouldCoverThePublishedGrid() {
        List<Params> cells = locality.grid(Size.FULL).cells();

        for (int workers : List.of(6, 8, Runtime.getRuntime().availableProcessors())) {
            for (int actors : List.of(18, 24, 240, 8000)) {
                for (int accesses : List.of(20, 100)) {
                    for (int state : List.of(64, 256, 2000, 4000, 32_000, 320_000, 3_200_000)) {
                        assertThat(cells)
                                .anySatisfy(cell -> assertThat(cell.toString())
                                        .startsWith(String.format(
                                                Locale.ROOT,
                                                "workers=%d actors=%d accesses=%d state=%d ",
                                                workers,
                                                actors,
                                                accesses,
                                                state)));
                    }
                }
            }
        }
    }

    private static Cell cell(long seed) {
        return new Cell(
                Params.none()
                        .with(Workload.WORKERS, 2)
                        .with(Workload.ACTORS, 5)
                        .with(Workload.ACCESSES, 3)
                        .with(Workload.STATE, 16)
                        .with(Workload.LOAD, Load.ZIPF.label())
                        .with(Workload.MESSAGES, 1000),
                seed);
    }
}
