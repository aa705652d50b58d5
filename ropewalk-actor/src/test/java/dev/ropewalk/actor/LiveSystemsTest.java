package dev.ropewalk.actor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Other tests have systems in this JVM, too. */
class LiveSystemsTest {
    private static final String NAME = "looked-at";

    private static boolean isListed() {
        return ActorSystem.live().keySet().stream().anyMatch(name -> name.startsWith(NAME));
    }

    @Test
    void shouldListASystemUntilItIsClosed() {
        try (ActorSystem system = ActorSystem.create(NAME)) {
            assertThat(ActorSystem.live()).containsEntry(NAME, system);
            assertThat(system.snapshot()).isNotNull();
        }

        assertThat(isListed()).isFalse();
    }

    @Test
    void shouldMakeNamesUnique() {
        try (ActorSystem first = ActorSystem.create(NAME);
                ActorSystem second = ActorSystem.create(NAME)) {
            assertThat(ActorSystem.live()).containsEntry(NAME, first).containsValue(second);
            assertThat(second.name()).isEqualTo(NAME);
        }
    }

    @Test
    void shouldNotListASystemThatHasEndedWithItsScheduler() {
        Scheduler scheduler = Scheduler.builder().workers(1).build();
        ActorSystem system = ActorSystem.builder(NAME).scheduler(scheduler).build();
        assertThat(ActorSystem.live()).containsValue(system);

        scheduler.close(Duration.ZERO);
        Await.until("the system is listed no longer", () -> !isListed());
    }

    @Test
    void shouldNotListASystemThatIsBuiltOnAClosedScheduler() {
        Scheduler scheduler = Scheduler.builder().workers(1).build();
        scheduler.close();
        ActorSystem ignored = ActorSystem.builder(NAME).scheduler(scheduler).build();

        Await.until("the system isn't listed", () -> !isListed());
    }
}
