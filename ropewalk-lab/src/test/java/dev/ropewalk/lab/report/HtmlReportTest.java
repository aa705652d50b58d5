package dev.ropewalk.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.lab.driver.TinyExperiment;
import dev.ropewalk.lab.experiment.Metric;
import dev.ropewalk.lab.result.Result;
import dev.ropewalk.lab.result.Skipped;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class HtmlReportTest {
    private final String page = page();

    @Test
    void shouldTellWhatWasAskedAndWhere() {
        assertThat(page)
                .contains("Does the driver drive?", "It should.", "A CPU, 2 cores", "L1d 48 KiB (CPUs 0)", "A JDK")
                .contains("-Xmx1g", "ropewalk lab run tiny --size quick --seed 1");
    }

    @Test
    void shouldShowMediansRatiosAndTheWinner() {
        assertThat(page)
                .contains("<td class=\"winner\" title=\"Samples: 1\"><b>80.0 ms</b>"
                        + "<span class=\"ratio\">0.80x</span><small>one sample</small>")
                .contains("<tr class=\"means\">");
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
        String unknown =
                new HtmlReport(List.of()).render(List.of(Samples.run(List.of(Samples.time("rival", 1, 80.0)))));

        assertThat(unknown).contains("id=\"tiny\"", "rival", "80.0 ms");
    }

    @Test
    void shouldTellWhatAllCellsHaveInCommonIfThereIsAny() {
        assertThat(page).contains("In all cells: <code>mode&#x3D;fast</code>.");
        assertThat(render(Samples.time("ropewalk", 1, 1.0)))
                .contains("<th>n&#x3D;1 mode&#x3D;fast</th>")
                .doesNotContain("In all cells");
        assertThat(render(
                        Samples.time("ropewalk", 1, 1.0),
                        Result.of("ropewalk", Samples.cell(2).with("mode", "slow"), Metric.TIME, List.of(1.0))))
                .contains("<th>n&#x3D;1 mode&#x3D;fast</th>", "<th>n&#x3D;2 mode&#x3D;slow</th>")
                .doesNotContain("In all cells");
        assertThat(render()).contains("id=\"tiny\"").doesNotContain("In all cells", "<h3>time");
    }

    @Test
    void shouldLeaveOutWhatIsNotKnown() {
        String unknown =
                new HtmlReport(List.of()).render(List.of(Samples.run(List.of(Samples.time("rival", 1, 80.0)))));

        assertThat(unknown).doesNotContain("Known before");
    }

    private static String render(Result... results) {
        return new HtmlReport(List.of(new TinyExperiment())).render(List.of(Samples.run(List.of(results))));
    }

    private static String page() {
        var run = Samples.run(
                List.of(
                        Samples.time("ropewalk", 1, 100.0),
                        Samples.time("rival", 1, 80.0),
                        Samples.time("ropewalk", 2, 100.0)),
                Skipped.failed("mortal", Samples.cell(2), "died of <script>alert(1)</script>"));
        return new HtmlReport(List.of(new TinyExperiment())).render(List.of(run));
    }
}
