package dev.ropewalk.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.testing.Await;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Other tests have limiters and budgets in this JVM, too. */
class LiveLimitsTest {
    private static final String NAME = "looked-at";

    private static void awaitForgotten(String name) {
        Await.until("limiter " + name + " is forgotten", () -> {
            System.gc();
            return !Limiter.live().containsKey(name);
        });
    }

    @Test
    void shouldListALimiterUntilItIsForgotten() {
        Limiter limiter = Limiter.fixed(3).name("kept").build();
        makeLimiter("forgotten");
        awaitForgotten("forgotten");

        assertThat(Limiter.live()).containsEntry("kept", limiter);
        assertThat(limiter.stats().limit()).isEqualTo(3);
    }

    private static void makeLimiter(String name) {
        Limiter limiter = Limiter.fixed(1).name(name).build();
        assertThat(Limiter.live()).containsEntry(name, limiter);
    }

    @Test
    void shouldListALimiterOfWhichOnlyAPartitionIsUsed() {
        Limiter partition = Limiter.fixed(4)
                .name("shared")
                .partition("batch", 0.5)
                .build()
                .partition("batch")
                .partition("batch");
        makeLimiter("next");
        awaitForgotten("next");

        assertThat(Objects.requireNonNull(Limiter.live().get("shared")).limit()).isEqualTo(4);
        assertThat(Limiter.live()).doesNotContainValue(partition);
    }

    @Test
    void shouldGiveNamesToLimitersWithoutOne() {
        Limiter first = Limiter.fixed(1).build();
        Limiter second = Limiter.fixed(1).build();

        assertThat(Limiter.live()).containsValues(first, second);
        assertThat(nameOf(first)).matches("limiter#\\d+").isNotEqualTo(nameOf(second));
        assertThat(first).hasToString("limiter 'limiter'");
    }

    private static String nameOf(Limiter limiter) {
        return Limiter.live().entrySet().stream()
                .filter(entry -> entry.getValue().equals(limiter))
                .map(Map.Entry::getKey)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void shouldListABudgetUntilItIsClosed() {
        Budget budget = Budget.builder().name(NAME).resource("calls", 7).build();
        Budget second = Budget.builder().name(NAME).resource("calls", 8).build();
        assertThat(Budget.live()).containsEntry(NAME, budget).containsValue(second);
        assertThat(budget.stats().resource("calls").capacity()).isEqualTo(7);

        budget.close();
        assertThat(Budget.live()).doesNotContainValue(budget).containsValue(second);
        second.close();
        assertThat(Budget.live().keySet()).noneMatch(name -> name.startsWith(NAME));
    }
}
