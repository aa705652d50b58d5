package dev.ropewalk.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ParameterTest {
    private final Parameter count = new Parameter.Count("actors", "", "actors", 1, 100);
    private final Parameter choice = new Parameter.Choice("load", "load", List.of("even", "zipf"));

    @Test
    void shouldReadItsValues() {
        assertThat(count.parse("24")).isEqualTo(24L);
        assertThat(choice.parse("zipf")).isEqualTo("zipf");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "101", "many", "", "1.5"})
    void shouldNameTheValueAndTheRange(String text) {
        assertThatThrownBy(() -> count.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("actors must be a whole number from 1 to 100, but is '" + text + "'");
    }

    @Test
    void shouldNameTheValueAndTheChoices() {
        assertThatThrownBy(() -> choice.parse("flat"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("load must be one of even, zipf, but is 'flat'");
    }

    @Test
    void shouldTakeAnyWholeNumberAsTheSame() {
        assertThat(Params.of(Map.of("a", 1))).isEqualTo(Params.none().with("a", 1L));
    }

    @Test
    void shouldRefuseAWordWhereANumberIsNeeded() {
        assertThatThrownBy(() -> Params.none().with("a", "x").number("a"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("parameter a must be a whole number, but is x");
    }
}
