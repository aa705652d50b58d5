package dev.ropewalk.scheduler.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpacingTest {
    private static List<Thread> spacers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().equals(Spacing.NAME))
                .toList();
    }

    @Test
    void shouldHoldItsThreadsUntilItIsClosed() {
        try (var spacing = new Spacing()) {
            spacing.put();
            spacing.put();
            assertThat(spacers()).hasSizeGreaterThanOrEqualTo(2);
        }
        Await.until(() -> "no thread is left: " + spacers(), () -> spacers().isEmpty(), Await.DEADLINE);
    }

    @Test
    void shouldLeaveNoThreadBehindWhereASchedulerWasStarted() {
        try (Scheduler _ = Scheduler.builder().workers(4).build()) {
            Await.until(() -> "no thread is left: " + spacers(), () -> spacers().isEmpty(), Await.DEADLINE);
        }
    }
}
