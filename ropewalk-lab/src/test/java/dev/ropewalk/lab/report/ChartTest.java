package dev.ropewalk.lab.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.ropewalk.lab.result.Result;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChartTest {
    private static final Roles ROLES = new Roles("ropewalk", "limit");

    private static final Palette PALETTE = new Palette(List.of(List.of("ropewalk", "rival")));

    @Test
    void shouldDrawALineAlongANumericParameter() {
        Chart chart = chart(List.of(
                Samples.time("ropewalk", 1, 1.0),
                Samples.time("ropewalk", 2, 2.0),
                Samples.time("ropewalk", 3, 3.0),
                Samples.time("rival", 3, 4.0)));

        assertThat(chart.kind()).isEqualTo("line");
        assertThat(chart.axis()).isEqualTo("n (items)");
        assertThat(chart.labels()).containsExactly("1", "2", "3");
        assertThat(chart.series().getLast().points())
                .as("gaps where there is no result")
                .hasSize(3)
                .startsWith(null, null);
    }

    @Test
    void shouldDrawEachCellByItselfForTooFewValues() {
        assertThat(charts(List.of(Samples.time("ropewalk", 1, 1.0), Samples.time("ropewalk", 2, 2.0))))
                .extracting(Chart::kind, Chart::title)
                .containsExactly(tuple("bar", "1"), tuple("bar", "2"));
    }

    @Test
    void shouldDrawDotsOnALogarithmicScaleForMoreThanADecade() {
        assertThat(chart(List.of(Samples.time("ropewalk", 1, 1.0), Samples.time("rival", 1, 9.0))))
                .returns("bar", Chart::kind)
                .returns(false, Chart::logarithmic)
                .returns("time, less is better", Chart::valueAxis);
        assertThat(chart(List.of(Samples.time("ropewalk", 1, 1.0), Samples.time("rival", 1, 11.0))))
                .as("a bar has no start on a logarithmic scale")
                .returns("dot", Chart::kind)
                .returns(true, Chart::logarithmic)
                .returns("time, less is better; logarithmic", Chart::valueAxis);
    }

    @Test
    void shouldGiveEachContenderItsOwnColour() {
        assertThat(PALETTE.colour("ropewalk")).isNotEqualTo(PALETTE.colour("rival"));
        assertThat(chart(List.of(Samples.time("ropewalk", 1, 1.0))).series().getFirst())
                .returns(PALETTE.colour("ropewalk"), Chart.Series::colour)
                .returns(PALETTE.dash("ropewalk"), Chart.Series::dash)
                .returns(true, Chart.Series::ours)
                .returns(true, Chart.Series::main);
    }

    private static Chart chart(List<Result> results) {
        return charts(results).getFirst();
    }

    private static List<Chart> charts(List<Result> results) {
        Comparison comparison = Comparison.of(Samples.run(results), ROLES).getFirst();
        return Chart.of(comparison, "n", "items", "ropewalk", PALETTE);
    }
}
