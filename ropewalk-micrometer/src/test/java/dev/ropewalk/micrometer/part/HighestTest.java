package dev.ropewalk.micrometer.part;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HighestTest {
    private final Highest<Integer> count = new Highest<>(Integer::doubleValue);

    @Test
    void shouldNeverFall() {
        assertThat(count.of(3)).isEqualTo(3);
        assertThat(count.of(2)).isEqualTo(3);
        assertThat(count.of(4)).isEqualTo(4);
    }

    @Test
    void shouldStayWithoutFigures() {
        assertThat(count.of(null)).isZero();
        assertThat(count.of(3)).isEqualTo(3);
        assertThat(count.of(null)).isEqualTo(3);
    }
}
