package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ropewalk.scheduler.Scheduler;
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
        assertRefused(name -> Channel.builder().name(name));
    }

    @Test
    void shouldNotBeBlankForAScope() {
        try (Scheduler scheduler = Scheduler.builder().workers(1).build()) {
            assertRefused(name -> ProcessScope.builder(scheduler).name(name));
        }
    }

    @Test
    void shouldNotBeBlankForAProcess() {
        try (Scheduler scheduler = Scheduler.builder().workers(1).build();
                ProcessScope scope = ProcessScope.open(scheduler)) {
            assertRefused(name -> scope.spawn(name, () -> {}));
            assertRefused(name -> scope.spawn(name, () -> "result"));
            assertThat(scope.snapshot().processes()).isEmpty();
        }
    }
}
