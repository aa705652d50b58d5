package dev.ropewalk.actor;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

/** Texts that messages repeat. */
class NamesTest {
    @Test
    void shouldBeCutWhereTheyAreLong() {
        String text = "x".repeat(100);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ActorOptions.defaults().name("x".repeat(99_999) + "/"))
                .withMessageEndingWith("but is '" + text + "... (100000 characters)'");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ActorSystem.builder("x".repeat(99_999) + "/"))
                .withMessageEndingWith("but is '" + text + "... (100000 characters)'");
    }
}
