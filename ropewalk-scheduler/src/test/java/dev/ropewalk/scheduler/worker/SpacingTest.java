package dev.ropewalk.scheduler.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.Eventually;
import dev.ropewalk.scheduler.Scheduler;
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
        Eventually.isTrue(
                () -> "no thread is left: " + spacers(), () -> spacers().isEmpty(), Eventually.DEADLINE);
    }

    @Test
    void shouldLeaveNoThreadBehindWhereASchedulerWasStarted() {
        try (Scheduler _ = Scheduler.builder().workers(4).build()) {
            Eventually.isTrue(
                    () -> "no thread is left: " + spacers(), () -> spacers().isEmpty(), Eventually.DEADLINE);
        }
    }
}
