package dev.ropewalk.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.lab.driver.TinyExperiment;
import dev.ropewalk.lab.experiment.Metric;
import dev.ropewalk.lab.result.Probe;
import dev.ropewalk.lab.result.Result;
import dev.ropewalk.lab.result.Session;
import dev.ropewalk.lab.result.Skipped;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class HtmlReportTest {
    private final String page = page();

    @Test
    void shouldTellWhatWasAskedAndWhere() {
        assertThat(page)
                .contains("Does the driver drive?", "It should.", "A CPU, 2 cores", "L1d 48 KiB (CPUs 0)", "A JDK")
                .contains("-Xmx1g", "ropewalk lab run tiny --size quick --seed 1")
                .contains("2026-01-02T03:04:05Z", "abc123", "Rival 1.2.3");
    }

    @Test
    void shouldShowMediansRatiosAndTheWinner() {
        assertThat(page)
                .contains("<td class=\"winner\" title=\"Runs: 1\"><b>80.0 ms</b>"
                        + "<span class=\"ratio\">0.80x</span><small>one run</small>")
                .contains("<td class=\"best\">rival 80.0 ms</td>", "<tr class=\"means\">");
    }

    @Test
    void shouldShowWhoFailedAndWhy() {
        assertThat(page).contains("<li class=\"fault\"><b>mortal</b>: failed: died of &lt;script&gt;alert(1)&lt;");
    }

    @Test
    void shouldBringEverythingAlong() {
        assertThat(page).contains("Chart.js v").doesNotContain("sourceMappingURL");
        assertThat(Pattern.compile("<(link|img|iframe|script)[^>]*(src|href)=")
                        .matcher(page)
                        .find())
                .as("the page loads something")
                .isFalse();
    }

    @Test
    void shouldEndItsScriptsWhereTheyEnd() {
        assertThat(page.split("<script", -1)).hasSize(4);
        assertThat(page.split("</script", -1)).hasSize(4);
    }

    @Test
    void shouldShowExperimentsThatItDoesNotKnow() {
        String unknown = new HtmlReport(List.of())
                .render(List.of(Samples.run(List.of(Samples.time("rival", 1, 80.0)))), Optional.empty());

        assertThat(unknown).contains("id=\"tiny\"", "rival", "80.0 ms");
    }

    @Test
    void shouldNameParametersOnceAndCellsByTheirValues() {
        assertThat(page)
                .contains("In all cells: <code>mode&#x3D;fast</code>.")
                .contains("<th class=\"pin\">n</th>", "<tr><th>1</th>", "<tr><th>2</th>");
        assertThat(render(
                        Samples.time("ropewalk", 1, 1.0),
                        Result.of("ropewalk", Samples.cell(2).with("mode", "slow"), Metric.TIME, List.of(1.0))))
                .contains("<th class=\"pin\">n, mode</th>", "<th>1, fast</th>", "<th>2, slow</th>")
                .doesNotContain("In all cells");
        assertThat(render()).contains("id=\"tiny\"").doesNotContain("In all cells", "<h3>time");
    }

    @Test
    void shouldSetContendersOfASingleCellBelowEachOtherBestFirst() {
        String single = render(Samples.time("ropewalk", 1, 2.0), Samples.time("rival", 1, 1.0));

        assertThat(single).contains("The cell: <code>n&#x3D;1 mode&#x3D;fast</code>");
        assertThat(single.substring(single.indexOf("<table class=\"single\">")))
                .containsSubsequence("rival", "1.00 ms", "ropewalk", "2.00 ms", "</table>");
    }

    @Test
    void shouldHaveASummaryOnTopThatTellsLossesFirst() {
        String summary = page.substring(page.indexOf("id=\"summary\""), page.indexOf("<section id=\"tiny\">"));

        assertThat(summary)
                .contains("class=\"headline loss\"", "1.25x worse", "100 ms; rival 80.0 ms", "How long nothing takes.");
    }

    @Test
    void shouldTellOnceWhatIsTheSameForAll() {
        Metric given = new Metric("given", "ms", Metric.Better.NEITHER, "");
        String report = render(
                Samples.time("ropewalk", 1, 1.0),
                Result.of("ropewalk", Samples.cell(1), given, List.of(5.0)),
                Result.of("rival", Samples.cell(1), given, List.of(5.0)));

        assertThat(report.split("5\\.00 ms", -1)).as("pieces around the figure").hasSize(2);
        assertThat(report).contains("The same for all contenders").doesNotContain("data-charts=\"tiny-given\"");
    }

    @Test
    void shouldWarnOfARunThatIsNotFinished() {
        var part = new Session.Part("tiny", List.of(), List.of());
        var other = new Session.Part("other", List.of(), List.of());
        var session = new Session(Samples.OCCASION, "quick", 1, 60, List.of(part, other));
        String report = new HtmlReport(List.of(new TinyExperiment()))
                .render(List.of(Samples.run(List.of(Samples.time("ropewalk", 1, 1.0)))), Optional.of(session));

        assertThat(report).contains("This run isn&#39;t finished: 1 of 2 experiments are complete. Missing: other.");
        assertThat(page).doesNotContain("isn&#39;t finished");
    }

    @Test
    void shouldWarnOfADisturbedMachine() {
        var probes = List.of(new Probe(40, 1, 0.1), new Probe(60, 0.7, 2.5));
        String report = new HtmlReport(List.of(new TinyExperiment()))
                .render(List.of(Samples.run(probes, List.of(Samples.time("ropewalk", 1, 1.0)))), Optional.empty());

        assertThat(report)
                .contains("Something else ran on this machine during all experiments", "50 % longer", "70 %")
                .contains("the load was 0.1 before");
        assertThat(page).doesNotContain("Something else");
    }

    @Test
    void shouldLeaveOutWhatIsNotKnown() {
        String unknown = new HtmlReport(List.of())
                .render(List.of(Samples.run(List.of(Samples.time("rival", 1, 80.0)))), Optional.empty());

        assertThat(unknown).doesNotContain("Known before");
    }

    private static String render(Result... results) {
        return new HtmlReport(List.of(new TinyExperiment()))
                .render(List.of(Samples.run(List.of(results))), Optional.empty());
    }

    private static String page() {
        var run = Samples.run(
                List.of(
                        Samples.time("ropewalk", 1, 100.0),
                        Samples.time("rival", 1, 80.0),
                        Samples.time("ropewalk", 2, 100.0)),
                Skipped.failed("mortal", Samples.cell(2), "died of <script>alert(1)</script>"));
        return new HtmlReport(List.of(new TinyExperiment())).render(List.of(run), Optional.empty());
    }
}
