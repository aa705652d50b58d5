package dev.ropewalk.limit;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.time.Duration;
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
        assertRefused(name -> Limiter.fixed(1).name(name));
        assertRefused(name -> Budget.builder().name(name));
        assertRefused(name -> Budget.builder().resource(name, 1));
        assertRefused(name -> Resource.live(name, () -> 1, Duration.ofSeconds(1)));
        assertRefused(name -> Resource.of("memory", 1).named(name));
    }

    @Test
    void shouldBeCutWhereTheyAreLong() {
        String name = "n".repeat(100_000);
        Limiter limiter = Limiter.fixed(1).build();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> limiter.partition(name))
                .withMessageContaining("'" + "n".repeat(100) + "... (100000 characters)'");
    }
}
