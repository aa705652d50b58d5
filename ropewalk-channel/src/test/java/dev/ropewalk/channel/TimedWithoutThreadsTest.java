package dev.ropewalk.channel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.Placement;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Waiting with a limit takes no thread, however many wait. */
@Timeout(60)
class TimedWithoutThreadsTest {
    private static final int WAITING = 1000;
    private static final Duration HOUR = Duration.ofHours(1);

    private final Channel<Integer> channel = Channel.rendezvous();

    private void serveAll() {
        for (int i = 0; i < WAITING; i++) {
            assertThat(channel.trySend(1)).isTrue();
        }
    }

    private void awaitAll() {
        Await.until("all to wait", () -> channel.stats().waitingReceivers() == WAITING);
    }

    private static Set<Thread> platformThreads() {
        return new HashSet<>(Thread.getAllStackTraces().keySet());
    }

    @ParameterizedTest
    @EnumSource(Flavour.class)
    void shouldTimeThreads(Flavour flavour) {
        try (Processes processes = open(flavour)) {
            waitOnce(processes);
            serveAll();
            processes.join();
            // The JDK's own threads, which serve all virtual threads, have come by now.
            Set<Thread> before = platformThreads();
            waitOnce(processes);
            assertThat(platformThreads()).isSubsetOf(before);
            serveAll();
            processes.join();
        }
    }

    /** Opens processes with workers that no spare one joins, however long the machine keeps them waiting. */
    private static Processes open(Flavour flavour) {
        return switch (flavour) {
            case JDK -> flavour.open();
            case CARRIED -> {
                Scheduler scheduler = Scheduler.builder()
                        .name("processes")
                        .workers(2)
                        .maxSpareWorkers(0)
                        .build();
                yield new Processes(scheduler.threadFactory(), scheduler::close);
            }
        };
    }

    private void waitOnce(Processes processes) {
        for (int i = 0; i < WAITING; i += 2) {
            processes.spawn(() -> assertThat(channel.receive(HOUR)).contains(1));
            processes.spawn(() -> assertThat(newSelect().select()).isEqualTo(1));
        }
        awaitAll();
    }

    private Select<Integer> newSelect() {
        return Select.<Integer>fair()
                .receive(channel, element -> element)
                .timeout(HOUR, () -> 0)
                .build();
    }

    @Test
    void shouldTimeCallbacks() {
        try (Scheduler scheduler =
                Scheduler.builder().name("timed").workers(2).maxSpareWorkers(0).build()) {
            Strand strand = scheduler.newStrand(Placement.SOFT);
            AtomicInteger served = new AtomicInteger();
            Set<Thread> before = platformThreads();
            for (int i = 0; i < WAITING; i++) {
                newSelect().selectAsync(strand, served::addAndGet);
            }
            awaitAll();
            assertThat(platformThreads()).isSubsetOf(before);
            serveAll();
            Await.until("all to be served", () -> served.get() == WAITING);
        }
    }
}
