package dev.ropewalk.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.ropewalk.lab.experiment.Metric;
import dev.ropewalk.lab.result.Result;
import dev.ropewalk.lab.result.Skipped;
import java.util.List;
import org.junit.jupiter.api.Test;

class ComparisonTest {
    private static final Roles ROLES = new Roles("ropewalk", "limit");

    @Test
    void shouldTakeTheRatioOfMedians() {
        Comparison comparison = compare(
                List.of(Samples.time("rival", 1, 20.0, 300.0, 42.0), Samples.time("ropewalk", 1, 20.0, 10.0, 100.0)));

        Entry rival = comparison.rows().getFirst().entries().getLast();
        assertThat(rival.contender()).isEqualTo("rival");
        assertThat(rival.ratioText()).isEqualTo("2.10x");
    }

    @Test
    void shouldPutTheMainEntryFirstAndThenOurOthers() {
        Comparison comparison = compare(List.of(
                Samples.time("rival", 1, 2.0), Samples.time("ropewalk-b", 1, 1.0), Samples.time("ropewalk", 1, 1.0)));

        assertThat(comparison.contenders()).containsExactly("ropewalk", "ropewalk-b", "rival");
    }

    @Test
    void shouldNotTakeTheLimitForAWinner() {
        assertThat(winners(compare(List.of(
                        Samples.time("limit", 1, 1.0),
                        Samples.time("ropewalk", 1, 3.0),
                        Samples.time("rival", 1, 2.0)))))
                .containsExactly("rival");
    }

    @Test
    void shouldNotCompareWhatIsTheSameForAll() {
        Metric given = new Metric("given", "ms", Metric.Better.NEITHER, "");
        var run = Samples.run(
                List.of(Samples.time("ropewalk", 1, 1.0), Result.of("ropewalk", Samples.cell(1), given, List.of(5.0))));

        assertThat(Comparison.of(run, ROLES)).extracting(Comparison::metric).containsExactly("time");
    }

    @Test
    void shouldTellRangesFromIntervals() {
        assertThat(range(1.0)).isEqualTo("one run");
        assertThat(range(1.0, 2.0, 3.0)).isEqualTo("1.00 ms to 3.00 ms, range of 3 runs");
        assertThat(range(1.0, 2.0, 3.0, 4.0, 5.0, 6.0)).isEqualTo("1.00 ms to 6.00 ms, 95 % of 6 runs");
    }

    private static String range(Double... samples) {
        return compare(List.of(Samples.time("ropewalk", 1, samples)))
                .rows()
                .getFirst()
                .entries()
                .getFirst()
                .rangeText();
    }

    @Test
    void shouldMarkTheLeastWhereLessIsBetter() {
        assertThat(winners(compare(List.of(
                        Samples.time("ropewalk", 1, 2.0),
                        Samples.time("rival", 1, 1.0),
                        Samples.time("ropewalk", 2, 2.0),
                        Samples.time("rival", 2, 3.0)))))
                .containsExactly("rival", "ropewalk");
    }

    @Test
    void shouldMarkTheMostWhereMoreIsBetter() {
        Metric rate = new Metric("rate", "1/s", Metric.Better.HIGHER, "");

        assertThat(winners(compare(List.of(
                        Result.of("ropewalk", Samples.cell(1), rate, List.of(2.0)),
                        Result.of("rival", Samples.cell(1), rate, List.of(1.0))))))
                .containsExactly("ropewalk");
    }

    @Test
    void shouldReferToTheWinnerWhereTheMainEntryTookNoPart() {
        Comparison comparison = compare(List.of(Samples.time("other", 1, 3.0), Samples.time("rival", 1, 2.0)));

        assertThat(comparison.referenceText()).isEqualTo("the winner");
        assertThat(comparison.rows().getFirst().entries().getFirst().ratioText())
                .isEqualTo("1.50x");
    }

    @Test
    void shouldTakeTheGeometricMeanOverCells() {
        Comparison comparison = compare(List.of(
                Samples.time("ropewalk", 1, 1.0),
                Samples.time("rival", 1, 2.0),
                Samples.time("ropewalk", 2, 1.0),
                Samples.time("rival", 2, 8.0)));

        assertThat(comparison.meanRatio("rival").orElseThrow()).isCloseTo(4, within(1e-9));
    }

    @Test
    void shouldTellWhatAllCellsHaveInCommon() {
        Comparison comparison = compare(List.of(Samples.time("ropewalk", 1, 1.0), Samples.time("ropewalk", 2, 1.0)));

        assertThat(comparison.common()).hasToString("mode=fast");
        assertThat(comparison.differences()).isEqualTo("n");
        assertThat(comparison.rows()).extracting(Row::label).containsExactly("1", "2");
    }

    @Test
    void shouldShowWhyThereIsNoResult() {
        var run = Samples.run(
                List.of(Samples.time("ropewalk", 1, 1.0)),
                Skipped.wrong("liar", Samples.cell(1), 3, "1", "2"),
                Skipped.failed("mortal", Samples.cell(1), "died"),
                new Skipped("picky", Samples.cell(1), "not here"));

        assertThat(Comparison.of(run, ROLES).getFirst().rows().getFirst().entries())
                .extracting(Entry::text)
                .containsExactly("1.00 ms", "wrong", "failed", "skipped");
    }

    private static List<String> winners(Comparison comparison) {
        return comparison.rows().stream()
                .flatMap(row -> row.entries().stream())
                .filter(Entry::winner)
                .map(Entry::contender)
                .toList();
    }

    private static Comparison compare(List<Result> results) {
        return Comparison.of(Samples.run(results), ROLES).getFirst();
    }
}
