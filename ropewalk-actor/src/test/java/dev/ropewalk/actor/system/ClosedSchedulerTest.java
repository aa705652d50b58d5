package dev.ropewalk.actor.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.scheduler.Scheduler;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What a system says that is built on a scheduler that was closed before. */
@Timeout(60)
class ClosedSchedulerTest {
    @Test
    void shouldSayThatTheSchedulerIsClosed() throws Exception {
        Scheduler scheduler = Scheduler.builder().workers(1).build();
        scheduler.close(Duration.ZERO);
        try (ActorSystem system =
                ActorSystem.builder("late").scheduler(scheduler).build()) {
            assertThat(system.awaitTermination(Duration.ofSeconds(60))).isTrue();
            assertThatIllegalStateException()
                    .isThrownBy(() -> system.spawn(context -> message -> {}))
                    .withMessage("/late is stopping, because its scheduler is closed: it can't spawn another actor");
        }
    }

    @Test
    void shouldNotBlameAnOpenScheduler() {
        try (Scheduler scheduler = Scheduler.builder().workers(1).build();
                ActorSystem system =
                        ActorSystem.builder("closed").scheduler(scheduler).build()) {
            system.close(Duration.ZERO);
            assertThatIllegalStateException()
                    .isThrownBy(() -> system.spawn(context -> message -> {}))
                    .withMessage("/closed is stopping: it can't spawn another actor");
        }
    }
}
