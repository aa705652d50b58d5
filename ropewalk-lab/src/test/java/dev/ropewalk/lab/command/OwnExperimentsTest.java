package dev.ropewalk.lab.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.lab.experiment.Contender;
import dev.ropewalk.lab.experiment.Experiment;
import dev.ropewalk.lab.experiment.Metric;
import dev.ropewalk.lab.experiment.Parameter;
import dev.ropewalk.lab.experiment.Size;
import dev.ropewalk.lab.report.HtmlReport;
import dev.ropewalk.lab.result.ExperimentResult;
import dev.ropewalk.lab.result.MachineProbe;
import dev.ropewalk.lab.result.Occasion;
import dev.ropewalk.lab.result.Result;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class OwnExperimentsTest {
    private static final Pattern COLOUR_OF_A_CONTENDER =
            Pattern.compile("<dt><span class=\"dot\" style=\"background:(.*?)\">");
    private static final List<Experiment> EXPERIMENTS = RopewalkCommand.experiments();

    static Stream<Named<Experiment>> experiments() {
        return EXPERIMENTS.stream().map(experiment -> Named.of(experiment.name(), experiment));
    }

    @ParameterizedTest
    @MethodSource("experiments")
    void shouldHaveAColourForEachContenderInTheReport(Experiment experiment) {
        String page = new HtmlReport(EXPERIMENTS).render(List.of(resultOfAll(experiment)), Optional.empty());

        assertThat(COLOUR_OF_A_CONTENDER.matcher(page).results().map(match -> match.group(1)))
                .hasSameSizeAs(experiment.contenders())
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("experiments")
    void shouldShowOneCellInTheTourAndSayWhy(Experiment experiment) {
        assertThat(experiment.grid(Size.TOUR).cells())
                .singleElement()
                .satisfies(cell -> assertThat(cell.values().keySet())
                        .containsExactlyElementsOf(experiment.parameters().stream()
                                .map(Parameter::name)
                                .toList()));
        assertThat(experiment.tour().reason()).endsWith(".").hasSizeGreaterThan(30);
    }

    @ParameterizedTest
    @MethodSource("experiments")
    void shouldTakeItsMainEntryAndRivalsOnTheTour(Experiment experiment) {
        List<String> names =
                experiment.contenders().stream().map(Contender::name).toList();
        List<String> tour = experiment.tour().contenders();

        assertThat(names).containsAll(tour);
        assertThat(tour).contains(experiment.mainContender()).hasSizeLessThanOrEqualTo(6);
        assertThat(tour)
                .as("rivals")
                .anyMatch(name -> !Contender.isOurs(name) && !Optional.of(name).equals(experiment.limit()));
        assertThat(experiment.limit().stream()).allMatch(tour::contains);
    }

    @ParameterizedTest
    @MethodSource("experiments")
    void shouldHaveHeadlinesInMetricsThatAreCompared(Experiment experiment) {
        assertThat(experiment.headlines()).isNotEmpty().allSatisfy(headline -> {
            assertThat(headline.meaning()).endsWith(".");
            assertThat(experiment.metrics())
                    .filteredOn(metric -> metric.better() != Metric.Better.NEITHER)
                    .extracting(Metric::name)
                    .contains(headline.metric());
        });
    }

    private static ExperimentResult resultOfAll(Experiment experiment) {
        var cell = experiment.grid(Size.SMOKE).cells().getFirst();
        List<Result> results = experiment.contenders().stream()
                .map(contender -> Result.of(contender.name(), cell, Metric.TIME, List.of(1.0)))
                .toList();
        return new ExperimentResult(
                experiment.name(),
                "smoke",
                MachineProbe.describe(List.of()),
                "ropewalk lab",
                Occasion.unknown(),
                1,
                List.of(),
                results,
                List.of());
    }
}
