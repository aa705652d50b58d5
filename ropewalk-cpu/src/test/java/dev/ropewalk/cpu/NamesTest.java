package dev.ropewalk.cpu;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

/** Texts that messages repeat. */
class NamesTest {
    @Test
    void shouldBeCutWhereTheyAreLong() {
        String text = "x".repeat(100);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CpuSet.parse("x".repeat(100_000)))
                .withMessage("malformed CPU list \"" + text + "... (100000 characters)\": \"" + text
                        + "... (100000 characters)\" is neither a CPU number nor a range such as 0-3");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CpuSet.parse(text))
                .withMessageContaining("list \"" + text + "\"");
    }
}
