package dev.ropewalk.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.lab.result.Result;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class ProfileTest {
    private static final Palette PALETTE = new Palette(List.of(List.of("ropewalk", "rival")));

    @Test
    void shouldCountTheCellsWithAtMostSoMuch() {
        List<Result> results = List.of(
                Samples.time("ropewalk", 1, 1.0),
                Samples.time("ropewalk", 2, 2.0),
                Samples.time("ropewalk", 3, 30.0),
                Samples.time("rival", 3, 4.0));
        Comparison comparison =
                Comparison.of(Samples.run(results), new Roles("ropewalk", "")).getFirst();

        Chart chart = Profile.of(comparison, "ropewalk", PALETTE).getFirst();

        assertThat(chart.labels()).containsExactly("1", "2", "5", "10", "20", "50");
        assertThat(cells(chart, 0)).containsExactly(1.0, 2.0, 2.0, 2.0, 2.0, 3.0);
        assertThat(cells(chart, 1)).containsExactly(0.0, 0.0, 1.0, 1.0, 1.0, 1.0);
        assertThat(chart.valueAxis()).contains("of 3;");
    }

    private static List<Double> cells(Chart chart, int series) {
        return chart.series().get(series).points().stream()
                .map(point -> Objects.requireNonNull(point).median())
                .toList();
    }
}
