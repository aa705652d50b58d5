package dev.ropewalk.base;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class NamesTest {
    @Test
    void shouldRefuseABlankName() {
        assertThat(Names.checked("orders", "name")).isEqualTo("orders");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Names.checked(" \t", "name"))
                .withMessage("name is blank: ' \t'");
    }

    @Test
    void shouldCutALongNameWhereItIsShown() {
        assertThat(Names.shown("x".repeat(100))).isEqualTo("x".repeat(100));
        assertThat(Names.shown("x".repeat(101))).isEqualTo("x".repeat(100) + "... (101 characters)");
    }
}
