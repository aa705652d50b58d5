package dev.ropewalk.lab.command;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.lab.experiment.Experiment;
import dev.ropewalk.lab.experiment.Metric;
import dev.ropewalk.lab.experiment.Size;
import dev.ropewalk.lab.report.HtmlReport;
import dev.ropewalk.lab.result.ExperimentResult;
import dev.ropewalk.lab.result.MachineProbe;
import dev.ropewalk.lab.result.Result;
import java.util.List;
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
        String page = new HtmlReport(EXPERIMENTS).render(List.of(resultOfAll(experiment)));

        assertThat(COLOUR_OF_A_CONTENDER.matcher(page).results().map(match -> match.group(1)))
                .hasSameSizeAs(experiment.contenders())
                .doesNotHaveDuplicates();
    }

    private static ExperimentResult resultOfAll(Experiment experiment) {
        var cell = experiment.grid(Size.SMOKE).cells().getFirst();
        List<Result> results = experiment.contenders().stream()
                .map(contender -> Result.of(contender.name(), cell, Metric.TIME, List.of(1.0)))
                .toList();
        return new ExperimentResult(
                experiment.name(), "smoke", MachineProbe.describe(List.of()), "ropewalk lab", results, List.of());
    }
}
