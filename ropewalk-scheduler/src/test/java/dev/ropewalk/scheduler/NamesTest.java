package dev.ropewalk.scheduler;

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
        assertRefused(name -> Scheduler.builder().name(name));
        assertRefused(CoordinatedShutdown::builder);
        assertRefused(
                name -> CoordinatedShutdown.builder("all").phase(name, Duration.ofSeconds(1), ShutdownOrder.PARALLEL));
        assertRefused(name -> CoordinatedShutdown.builder("all")
                .phase("phase", Duration.ofSeconds(1), ShutdownOrder.PARALLEL)
                .build()
                .add("phase", name, () -> {}));
    }
}
