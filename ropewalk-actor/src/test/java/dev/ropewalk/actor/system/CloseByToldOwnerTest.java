package dev.ropewalk.actor.system;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.cell.CellInsides;
import dev.ropewalk.scheduler.Abandonable;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.CapturedLog;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Code that a closing scheduler tells what was abandoned closes a system of that scheduler, or awaits its end. */
@Timeout(120)
class CloseByToldOwnerTest {
    private static final Duration LONG = Duration.ofSeconds(60);

    private final CapturedLog log = new CapturedLog("dev.ropewalk");
    private final Scheduler scheduler =
            Scheduler.builder().workers(1).maxSpareWorkers(0).build();
    private final ActorSystem system =
            ActorSystem.builder("guest").scheduler(scheduler).build();
    private final ActorRef<Object> actor = system.spawn("actor", context -> message -> {});
    private final CompletableFuture<Void> release = new CompletableFuture<>();

    @BeforeEach
    void holdTheWorker() throws Exception {
        var held = new CompletableFuture<Void>();
        scheduler.execute(() -> {
            held.complete(null);
            release.join(); // deaf to interrupts
        });
        held.get(60, TimeUnit.SECONDS);
    }

    @AfterEach
    void close() {
        release.complete(null);
        scheduler.close(Duration.ZERO);
        system.close(Duration.ZERO);
        log.close();
    }

    /** What is done by an owner that is told before the actor is; completes when it was told. */
    private CompletableFuture<Void> whenTold(Runnable action) {
        var told = new CompletableFuture<Void>();
        scheduler.execute(new Abandonable() {
            @Override
            public void run() {}

            @Override
            public void abandon() {
                try {
                    action.run();
                    told.complete(null);
                } catch (Throwable thrown) {
                    told.completeExceptionally(thrown);
                }
            }
        });
        return told;
    }

    private void assertEnds(CompletableFuture<Void> told) throws Exception {
        actor.tell("left over");
        scheduler.close(Duration.ZERO);
        told.get(60, TimeUnit.SECONDS);
        assertThat(system.awaitTermination(LONG)).isTrue();
        assertThat(CellInsides.deadLettersOf(system)).isEqualTo(1);
        assertThat(system.close(LONG).deadLetters()).isEqualTo(1);
    }

    @Test
    void shouldRefuseToClose() throws Exception {
        assertEnds(whenTold(() -> {
            assertThatThrownBy(() -> system.close(Duration.ZERO))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("close() of " + system)
                    .hasMessageContaining("abandoned: it would wait for itself");
            assertThatThrownBy(system::close).isInstanceOf(IllegalStateException.class);
            assertThat(system.isClosing()).isFalse();
        }));
    }

    @Test
    void shouldRefuseToAwaitTheEnd() throws Exception {
        assertEnds(whenTold(() -> {
            assertThatThrownBy(() -> system.awaitTermination(LONG))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("awaitTermination() of " + system);
            try {
                assertThat(system.awaitTermination(Duration.ZERO)).isFalse();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }));
    }

    @Test
    void shouldCloseASystemOfAnotherScheduler() throws Exception {
        ActorSystem other = ActorSystem.create("other");
        assertEnds(whenTold(() -> assertThat(other.close(LONG).isComplete()).isTrue()));
    }
}
