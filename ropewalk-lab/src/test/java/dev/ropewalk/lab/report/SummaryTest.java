package dev.ropewalk.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ropewalk.lab.driver.TinyExperiment;
import dev.ropewalk.lab.experiment.Headline;
import dev.ropewalk.lab.experiment.Metric;
import dev.ropewalk.lab.result.ExperimentResult;
import dev.ropewalk.lab.result.Result;
import dev.ropewalk.lab.result.Skipped;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SummaryTest {
    private static final Metric RATE = new Metric("rate", "M/s", Metric.Better.HIGHER, "");

    @Test
    void shouldCompareTheMainEntryWithTheBestRival() {
        assertThat(only(Samples.time("ropewalk", 1, 10.0), Samples.time("rival", 1, 40.0), Samples.time("b", 1, 30.0)))
                .returns(Verdict.WIN, Summary.Line::verdict)
                .returns("3.00x better", Summary.Line::ratio)
                .returns("10.0 ms; b 30.0 ms", Summary.Line::figures)
                .returns("", Summary.Line::best)
                .returns("How long nothing takes.", Summary.Line::meaning);
    }

    @Test
    void shouldKnowWhenMoreIsBetter() {
        assertThat(only(rate("ropewalk", 1, 10.0), rate("rival", 1, 40.0)))
                .returns(Verdict.LOSS, Summary.Line::verdict)
                .returns("4.00x worse", Summary.Line::ratio);
    }

    @Test
    void shouldCallEvenWhatOverlapsOrIsNear() {
        assertThat(only(Samples.time("ropewalk", 1, 10.0, 14.0), Samples.time("rival", 1, 13.0, 18.0)))
                .as("overlapping ranges")
                .returns(Verdict.EVEN, Summary.Line::verdict)
                .returns("even", Summary.Line::ratio);
        assertThat(only(Samples.time("ropewalk", 1, 100.0), Samples.time("rival", 1, 102.0)))
                .as("near")
                .returns(Verdict.EVEN, Summary.Line::verdict);
    }

    @Test
    void shouldNeitherTakeOurOwnNorTheLimitForARival() {
        assertThat(only(Samples.time("ropewalk", 1, 10.0), Samples.time("ropewalk-b", 1, 5.0)))
                .returns(Verdict.NONE, Summary.Line::verdict)
                .returns("ropewalk-b 5.00 ms", Summary.Line::best);
        assertThat(only(
                        Samples.time("ropewalk", 1, 10.0),
                        Samples.time("limit", 1, 1.0),
                        Samples.time("rival", 1, 20.0)))
                .returns("2.00x better", Summary.Line::ratio);
    }

    @Test
    void shouldTakeTheMeanOverCellsAndNameTheWorst() {
        Summary.Line line = only(
                Samples.time("ropewalk", 1, 10.0),
                Samples.time("rival", 1, 40.0),
                Samples.time("ropewalk", 2, 10.0),
                Samples.time("rival", 2, 9.0));

        assertThat(line.advantage()).isCloseTo(Math.sqrt(4 * 0.9), within(1e-9));
        assertThat(line.figures()).isEqualTo("better in 1 of 2 cells; least in 2: 10.0 ms; rival 9.00 ms");
    }

    @Test
    void shouldTellLossesFirstAndWhatHasNoRivalLast() {
        List<String> order = lines(
                        rate("ropewalk", 1, 30.0),
                        rate("rival", 1, 10.0),
                        Samples.time("ropewalk", 1, 30.0),
                        Samples.time("rival", 1, 10.0),
                        Result.of("ropewalk", Samples.cell(1), Metric.CPU, List.of(1.0)))
                .stream()
                .map(Summary.Line::metric)
                .toList();

        assertThat(order).containsExactly("time", "rate", "cpu");
    }

    @Test
    void shouldNotSumUpWhatComparesNothing() {
        ExperimentResult run = Samples.run(List.of(Samples.time("ropewalk", 1, 1.0), Samples.time("rival", 1, 2.0)));
        var smoke = new ExperimentResult(
                run.experiment(),
                "smoke",
                run.machine(),
                run.command(),
                run.occasion(),
                run.planned(),
                run.probes(),
                run.results(),
                run.skipped());

        assertThat(Summary.of(List.of(smoke), List.of(new Headlined())).lines()).isEmpty();
        assertThat(Summary.of(List.of(run), List.of()).lines()).as("unknown").isEmpty();
    }

    @Test
    void shouldTellWhatHasNoResult() {
        ExperimentResult run = Samples.run(List.of(), new Skipped("ropewalk", Samples.cell(1), "out of time"));

        assertThat(Summary.of(List.of(run), List.of(new Headlined())).lines())
                .singleElement()
                .returns(Verdict.NONE, Summary.Line::verdict)
                .returns("time", Summary.Line::metric)
                .returns("no result: out of time", Summary.Line::figures);
    }

    @Test
    void shouldBeShownAsATable() {
        var summary = Summary.of(
                List.of(Samples.run(List.of(
                        Samples.time("ropewalk", 1, 10.0),
                        Samples.time("rival", 1, 20.0),
                        rate("ropewalk", 1, 1.0),
                        rate("rival", 1, 3.0)))),
                List.of(new Headlined()));

        assertThat(new TextSummary().format(summary)).isEqualTo("""
                Ropewalk's main entries beside the best rival, losses first:
                  tiny  rate  3.00x worse   1.00 M/s; rival 3.00 M/s
                  tiny  time  2.00x better  10.0 ms; rival 20.0 ms

                """);
        assertThat(new TextSummary().format(new Summary(List.of()))).isEmpty();
    }

    private static Result rate(String contender, long n, Double... samples) {
        return Result.of(contender, Samples.cell(n), RATE, Arrays.asList(samples));
    }

    private static Summary.Line only(Result... results) {
        assertThat(lines(results)).hasSize(1);
        return lines(results).getFirst();
    }

    private static List<Summary.Line> lines(Result... results) {
        return Summary.of(List.of(Samples.run(List.of(results))), List.of(new Headlined()))
                .lines();
    }

    /** An experiment with several headlines, and a limit. */
    private static final class Headlined extends TinyExperiment {
        @Override
        public List<Headline> headlines() {
            return List.of(
                    new Headline("time", "How long nothing takes."),
                    new Headline("rate", "How often."),
                    new Headline("cpu", "How much of it."));
        }

        @Override
        public Optional<String> limit() {
            return Optional.of("limit");
        }
    }
}
