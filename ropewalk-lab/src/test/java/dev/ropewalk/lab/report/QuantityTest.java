package dev.ropewalk.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuantityTest {
    @ParameterizedTest
    @CsvSource({
        "1250, ms, 1.25 s",
        "12.34, ms, 12.3 ms",
        "0.5, ms, 500 us",
        "999.6, us, 1.00 ms",
        "999.4, us, 999 us",
        "40, ns, 40.0 ns",
        "0.25, ns, 0.250 ns",
        "2048, MiB, 2.00 GiB",
        "93.1, MiB, 93.1 MiB",
        "0, ms, 0 ns",
        "42.5, 1/s, 42.5 1/s",
        "7, '', 7.00"
    })
    void shouldUseThreeDigitsAndTheUnitThatSuits(double value, String unit, String text) {
        assertThat(Quantity.format(value, unit)).isEqualTo(text);
    }

    @Test
    void shouldWriteRatios() {
        assertThat(Quantity.ratio(0.804)).isEqualTo("0.80x");
        assertThat(Quantity.ratio(1234)).isEqualTo("1234x");
    }
}
