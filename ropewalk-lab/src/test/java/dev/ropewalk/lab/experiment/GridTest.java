package dev.ropewalk.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class GridTest {
    private final Grid grid = Grid.unit().by("a", 1, 2).by("b", "x", "y");

    @Test
    void shouldHoldTheProductWithTheLastParameterVaryingFastest() {
        assertThat(grid.cells())
                .extracting(Params::toString)
                .containsExactly("a=1 b=x", "a=1 b=y", "a=2 b=x", "a=2 b=y");
    }

    @Test
    void shouldHoldNoCellTwice() {
        assertThat(grid.and(Grid.unit().by("a", 2L, 3L).by("b", "x")).cells())
                .extracting(Params::toString)
                .containsExactly("a=1 b=x", "a=1 b=y", "a=2 b=x", "a=2 b=y", "a=3 b=x");
    }

    @Test
    void shouldReplaceAllValuesOfAParameter() {
        assertThat(grid.replacing(Map.of("a", List.of(7L))).cells())
                .extracting(Params::toString)
                .containsExactly("a=7 b=x", "a=7 b=y");
    }
}
