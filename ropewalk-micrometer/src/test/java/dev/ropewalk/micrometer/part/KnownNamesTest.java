package dev.ropewalk.micrometer.part;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.testing.CapturedLog;
import org.junit.jupiter.api.Test;

class KnownNamesTest {
    private final KnownNames names = new KnownNames("executor", 2);

    @Test
    void shouldAdmitSoManyNamesThatEverWere() {
        try (CapturedLog log = new CapturedLog("dev.ropewalk.micrometer")) {
            assertThat(names.admit("a")).isTrue();
            assertThat(names.admit("b")).isTrue();
            assertThat(names.admit("c")).isFalse();
            assertThat(names.admit("d")).isFalse();
            assertThat(names.admit("a")).isTrue();

            assertThat(log.messages(""))
                    .containsExactly("there have been 2 names in executor, as many as may be; 'c' and what else"
                            + " comes gets no meters");
        }
    }

    @Test
    void shouldCountNamesWithNumbersApart() {
        try (CapturedLog log = new CapturedLog("dev.ropewalk.micrometer")) {
            assertThat(names.admit("executor#1")).isTrue();
            assertThat(names.admit("executor#2")).isTrue();
            assertThat(names.admit("executor#3")).isFalse();
            assertThat(names.admit("a")).isTrue();
            assertThat(names.admit("two\nlines#3")).isFalse();
            assertThat(log.messages("executor#3")).hasSize(1);
        }
    }
}
