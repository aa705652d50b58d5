package dev.ropewalk.task;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Names that users give must say something. */
class NamesTest {
    private static void assertRefused(Function<String, ?> use) {
        for (String blank : List.of("", " \t")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> use.apply(blank))
                    .withMessage("name is blank: '" + blank + "'");
        }
    }

    @Test
    void shouldNotBeBlank() {
        assertRefused(name -> BoundedExecutor.builder(1).name(name));
    }
}
