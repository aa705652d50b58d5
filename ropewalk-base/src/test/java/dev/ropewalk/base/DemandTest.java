package dev.ropewalk.base;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DemandTest {
    private static final long MINUTE = 60_000_000_000L;

    @ParameterizedTest
    @ValueSource(longs = {0, -5, Long.MAX_VALUE - 7})
    void shouldLastForAMinuteAfterTheLastQuestion(long start) {
        var demand = new Demand();
        assertThat(demand.isWanted()).isFalse();
        demand.passed(start);
        assertThat(demand.isWanted()).isFalse();
        demand.ask(start);
        demand.passed(start + MINUTE);
        assertThat(demand.isWanted()).isTrue();
        demand.ask(start + MINUTE);
        demand.passed(start + 2 * MINUTE);
        assertThat(demand.isWanted()).isTrue();
        demand.passed(start + 2 * MINUTE + 1);
        assertThat(demand.isWanted()).isFalse();
        demand.ask(start + 3 * MINUTE);
        assertThat(demand.isWanted()).isTrue();
    }
}
