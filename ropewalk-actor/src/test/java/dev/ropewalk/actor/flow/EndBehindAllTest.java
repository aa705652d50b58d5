package dev.ropewalk.actor.flow;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What comes before an end, and what doesn't come any more. */
class EndBehindAllTest {
    private final EndBehindAll<String> end = new EndBehindAll<>();

    @Test
    void shouldAddNothingBehindTheEnd() {
        assertThat(end.tryAdd()).isTrue();
        assertThat(end.set("complete")).isNull();
        assertThat(end.tryAdd()).isTrue();
        assertThat(end.takeOff()).isNull();
        assertThat(end.takeOff()).isEqualTo("complete");

        assertThat(end.tryAdd()).isFalse();
        assertThat(end.waiting()).isZero();
    }
}
