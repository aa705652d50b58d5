package dev.ropewalk.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Who waits at limiters and in budgets. */
@Timeout(60)
class WaitersTest {
    private static final Demand CALL = Demand.of("calls", 2);

    private static Thread waits(String name, Limiter limiter) {
        return Thread.ofVirtual().name(name).start(() -> {
            try {
                limiter.acquire().close();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private static void await(String what, Limiter limiter, long waiting) {
        Await.until(what, () -> limiter.stats().waiting() == waiting);
    }

    @Test
    void shouldNameThreadsThatWaitForAPermitTheOldestFirst() throws InterruptedException {
        Limiter limiter = Limiter.fixed(1).build();
        Permit held = limiter.acquire();
        assertThat(limiter.waiters()).isEmpty();
        Thread first = waits("first", limiter);
        await("the first waits", limiter, 1);
        Thread second = waits("", limiter);
        await("the second waits", limiter, 2);

        List<WaiterSnapshot> waiters = limiter.waiters();
        held.close();
        first.join();
        second.join();

        assertThat(waiters).extracting(WaiterSnapshot::name).containsExactly("first", "thread " + second.threadId());
        assertThat(waiters).extracting(WaiterSnapshot::what).containsOnly("a permit");
        assertThat(waiters.getFirst().waiting()).isGreaterThanOrEqualTo(Duration.ZERO);
        assertThat(limiter.waiters()).isEmpty();
    }

    @Test
    void shouldTellOfFuturesThatWait() throws InterruptedException {
        Limiter limiter = Limiter.fixed(1).build();
        Permit held = limiter.acquire();
        List<CompletableFuture<Permit>> futures = new ArrayList<>();
        for (int i = 0; i < 150; i++) {
            futures.add(limiter.acquireAsync());
        }

        assertThat(limiter.waiters())
                .hasSize(WaiterSnapshot.MOST)
                .allMatch(waiter -> waiter.name().isEmpty());
        futures.forEach(future -> future.cancel(false));
        held.close();
    }

    @Test
    void shouldTellOfThoseFirstThatHaveWaitedLongestInAnyPartition() throws InterruptedException {
        Limiter limiter = Limiter.fixed(1).partition("batch", 0.5).build();
        Permit held = limiter.acquire();
        Thread oldest = waits("oldest", limiter.partition("batch"));
        await("the oldest waits", limiter, 1);
        List<CompletableFuture<Permit>> futures = new ArrayList<>();
        for (int i = 0; i < 150; i++) {
            futures.add(limiter.acquireAsync());
        }

        List<WaiterSnapshot> waiters = limiter.waiters();
        futures.forEach(future -> future.cancel(false));
        held.close();
        oldest.join();

        assertThat(waiters)
                .hasSize(WaiterSnapshot.MOST)
                .isSortedAccordingTo(
                        Comparator.comparing(WaiterSnapshot::waiting).reversed());
        assertThat(waiters.getFirst().name()).isEqualTo("oldest");
    }

    @Test
    void shouldTellWhatIsWaitedForInABudget() throws InterruptedException {
        try (Budget budget = Budget.builder().resource("calls", 2).build()) {
            Grant held = budget.acquire(CALL);
            Thread thread = Thread.ofVirtual().name("caller").start(() -> {
                try {
                    budget.acquire(CALL).close();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            Await.until("it waits", () -> budget.stats().admission().waiting() == 1);

            List<WaiterSnapshot> waiters = budget.waiters();
            held.close();
            thread.join();

            assertThat(waiters).hasSize(1);
            assertThat(waiters.getFirst().name()).isEqualTo("caller");
            assertThat(waiters.getFirst().what()).isEqualTo("{calls=2}");
            assertThat(budget.waiters()).isEmpty();
        }
    }
}
