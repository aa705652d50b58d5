package dev.ropewalk.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.lab.driver.TinyExperiment;
import dev.ropewalk.lab.experiment.Metric;
import dev.ropewalk.lab.result.Result;
import dev.ropewalk.lab.result.Skipped;
import java.util.List;
import org.junit.jupiter.api.Test;

class TextTableTest {
    @Test
    void shouldSetContendersSideBySide() {
        var run = Samples.run(
                List.of(
                        Samples.time("ropewalk", 1, 100.0),
                        Samples.time("rival", 1, 80.0),
                        Samples.time("ropewalk", 2, 100.0)),
                Skipped.failed("rival", Samples.cell(2), "died with exit code 3"));

        assertThat(new TextTable(false).format(run, new TinyExperiment())).isEqualTo("""
                        time, less is better; ratio to ropewalk; * wins; mode=fast
                          n                     ropewalk            rival
                          1                100 ms  1.00x  *80.0 ms  0.80x
                          2               *100 ms  1.00x    failed      \s
                          geometric mean           1.00x            0.80x

                        skipped: rival: failed: died with exit code 3; in n=2 mode=fast
                        """);
    }

    @Test
    void shouldSetContendersBelowEachOtherInASingleCell() {
        var run = Samples.run(List.of(Samples.time("ropewalk", 1, 100.0, 90.0, 110.0), Samples.time("rival", 1, 80.0)));

        assertThat(new TextTable(false).format(run, new TinyExperiment())).isEqualTo("""
                        time, less is better; ratio to ropewalk; * wins; n=1 mode=fast
                          ropewalk    100 ms  1.00x  90.0 ms to 110 ms, range of 3 runs
                          rival     *80.0 ms  0.80x  one run

                        """);
    }

    @Test
    void shouldTellOnceWhatIsTheSameForAll() {
        Metric given = new Metric("given", "ms", Metric.Better.NEITHER, "");
        var run = Samples.run(List.of(
                Result.of("ropewalk", Samples.cell(1), given, List.of(5.0)),
                Result.of("rival", Samples.cell(1), given, List.of(5.0))));

        assertThat(new TextTable(false).format(run, new TinyExperiment()))
                .isEqualTo("the same for all: given 5.00 ms\n");
    }

    @Test
    void shouldColourTheWinnerOnATerminal() {
        var run = Samples.run(List.of(Samples.time("ropewalk", 1, 100.0), Samples.time("rival", 1, 80.0)));

        assertThat(new TextTable(true).format(run, new TinyExperiment()))
                .contains("\u001B[1;32m*80.0 ms  0.80x\u001B[0m");
        assertThat(new TextTable(false).format(run, new TinyExperiment())).doesNotContain("\u001B");
    }

    @Test
    void shouldGroupThoseWhoWereSkippedForOneReason() {
        var run = Samples.run(
                List.of(),
                new Skipped("a", Samples.cell(1), "too large"),
                new Skipped("b", Samples.cell(1), "too large"),
                new Skipped("a", Samples.cell(2), "too large"),
                new Skipped("a", Samples.cell(3), "too large"),
                new Skipped("a", Samples.cell(4), "too large"));

        assertThat(new TextTable(false).format(run, new TinyExperiment()))
                .isEqualTo("skipped: a, b: too large; in n=1 mode=fast; n=2 mode=fast; n=3 mode=fast;"
                        + " and 1 more cells\n");
    }
}
