package dev.ropewalk.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Large requests have their turn, and requests that don't delay them go first. */
class BudgetReservationTest {
    private final Budget budget = Budget.builder()
            .resource("memory", 10)
            .resource("calls", 4)
            .resource("disk", 2)
            .build();

    private CompletableFuture<Grant> ask(Demand demand) {
        return budget.acquireAsync(demand);
    }

    private CompletableFuture<Grant> ask(String resource, long amount) {
        return ask(Demand.of(resource, amount));
    }

    @Test
    void shouldKeepWhatComesFreeForTheLargeRequestThatIsFirst() {
        CompletableFuture<Grant> a = ask("memory", 5);
        CompletableFuture<Grant> b = ask("memory", 5);
        CompletableFuture<Grant> large = ask("memory", 8);
        a.join().close();

        CompletableFuture<Grant> small = ask("memory", 1);
        assertThat(budget.tryAcquire(Demand.of("memory", 1))).isEmpty();
        assertThat(small).isNotDone();
        assertThat(budget.stats().resource("memory").reserved()).isEqualTo(5);

        b.join().close();
        assertThat(large).isCompleted();
        assertThat(small).isCompleted();
    }

    @Test
    void shouldLetThoseGoFirstWhoNeedNothingThatIsKept() {
        Grant all = ask("memory", 10).join();
        CompletableFuture<Grant> large = ask(Demand.of("memory", 8).and("calls", 3));

        assertThat(ask("disk", 2)).isCompleted();
        assertThat(ask("calls", 1)).isCompleted();
        assertThat(ask("calls", 1))
                .as("the large request would have to wait for it")
                .isNotDone();

        all.close();
        assertThat(large).isCompleted();
    }

    @Test
    void shouldReserveNothingForThoseWhoQueueBehindAnother() {
        Grant all = ask("memory", 10).join();
        List<CompletableFuture<Grant>> queue = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            queue.add(ask(Demand.of("memory", 1).and("calls", 1)));
        }

        assertThat(budget.stats().resource("calls").reserved()).isEqualTo(1);
        assertThat(ask("calls", 3)).isCompleted();
        all.close();
        assertThat(queue).filteredOn(CompletableFuture::isDone).hasSize(1);
    }

    @Test
    void shouldKeepWhatTheFirstOfEachScarceResourceNeeds() {
        Grant memory = ask("memory", 10).join();
        Grant disk = ask("disk", 2).join();
        CompletableFuture<Grant> first = ask(Demand.of("memory", 1).and("calls", 2));
        CompletableFuture<Grant> second = ask(Demand.of("disk", 1).and("calls", 2));

        assertThat(ask("calls", 1)).isNotDone();
        assertThat(budget.stats().resource("calls").reserved()).isEqualTo(4);

        disk.close();
        assertThat(second).isCompleted();
        memory.close();
        assertThat(first).isCompleted();
    }

    @Test
    void shouldTellWhatARequestWaitsForAndNotWhatIsKeptForIt() {
        Grant memory = ask("memory", 10).join();
        Demand demand = Demand.of("calls", 4).and("memory", 1);
        CompletableFuture<Grant> waiting = ask(demand);

        assertThat(budget.scarce(demand)).hasValue("memory");
        assertThat(budget.scarce(Demand.of("calls", 1))).hasValue("calls");
        memory.close();
        assertThat(waiting).isCompleted();
    }

    @Test
    void shouldPassOnWhatWasKeptForAWithdrawnRequest() {
        Grant held = ask("memory", 5).join();
        CompletableFuture<Grant> large = ask("memory", 10);
        CompletableFuture<Grant> small = ask("memory", 1);

        large.cancel(false);

        assertThat(small).isCompleted();
        assertThat(budget.stats().admission().cancelled()).isEqualTo(1);
        assertThat(budget.stats().admission().waiting()).isZero();
        held.close();
    }

    /** Until a small request has come while a large one waited, which is given more time each time. */
    @Test
    void shouldPassOnWhatWasKeptForARequestWhoseTimeIsUp() throws Exception {
        Grant held = ask("memory", 5).join();
        int expired = 0;
        for (boolean hadToWait = false; !hadToWait; expired++) {
            Duration patience = Duration.ofMillis(50L << expired);
            var large = new FutureTask<>(() -> budget.tryAcquire(Demand.of("memory", 10), patience));
            Thread.ofVirtual().start(large);
            Await.until(
                    "large waits or has waited",
                    () -> large.isDone() || budget.stats().admission().waiting() == 1);

            CompletableFuture<Grant> small = ask("memory", 1);
            hadToWait = !small.isDone();

            assertThat(large.get()).isEmpty();
            assertThat(small).isCompleted();
            small.join().close();
        }
        assertThat(budget.stats().admission().expired()).isEqualTo(expired);
        held.close();
    }

    @Test
    void shouldServeALargeRequestAfterTheGrantsThatWereHeldWhenItCameAndNoOther() {
        Deque<Grant> held = new ArrayDeque<>();
        for (int i = 0; i < 10; i++) {
            held.add(ask("memory", 1).join());
        }
        CompletableFuture<Grant> large = ask("memory", 10);
        List<CompletableFuture<Grant>> flood = new ArrayList<>();
        for (int released = 0; released < 10; released++) {
            assertThat(large).isNotDone();
            for (int i = 0; i < 1_000; i++) {
                flood.add(ask("memory", 1));
            }
            held.remove().close();
        }

        assertThat(large).isCompleted();
        assertThat(flood).noneMatch(CompletableFuture::isDone);
        assertThat(budget.stats().resource("memory").waiting()).isEqualTo(10_000);
    }

    @Test
    @Timeout(60)
    void shouldServeLargeRequestsUnderAFloodOfThreads() throws InterruptedException {
        AtomicBoolean over = new AtomicBoolean();
        AtomicLong small = new AtomicLong();
        List<Thread> flood = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            flood.add(Thread.startVirtualThread(() -> {
                while (!over.get()) {
                    Grant grant = budget.acquireAsync(Demand.of("memory", 1)).join();
                    small.incrementAndGet();
                    LockSupport.parkNanos(1);
                    grant.close();
                }
            }));
        }
        Await.until("the flood has begun", () -> small.get() > 100);

        for (int i = 0; i < 100; i++) {
            budget.acquire(Demand.of("memory", 10)).close();
        }

        over.set(true);
        for (Thread thread : flood) {
            thread.join();
        }
        assertThat(budget.available("memory")).isEqualTo(10);
    }

    @Test
    @Timeout(60)
    void shouldLookAtTheFirstOfAHundredThousandOnly() {
        Grant half = ask("memory", 5).join();
        CompletableFuture<Grant> large = ask("memory", 8);
        List<CompletableFuture<Grant>> flood = new ArrayList<>();
        for (int i = 0; i < 100_000; i++) {
            flood.add(ask("memory", 1));
        }
        for (int i = 0; i < 100_000; i++) {
            ask("calls", 1).thenAccept(Grant::close).join();
        }
        assertThat(flood).noneMatch(CompletableFuture::isDone);

        half.close();
        large.join().close();
        for (CompletableFuture<Grant> small : flood) {
            small.join().close();
        }
        assertThat(budget.stats().admission().waiting()).isZero();
    }

    @Test
    @Timeout(60)
    void shouldClearThePlacesOfManyWhoAreCancelled() {
        Grant all = ask("disk", 2).join();
        List<CompletableFuture<Grant>> flood = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            flood.add(ask("disk", 1));
        }
        for (CompletableFuture<Grant> one : flood) {
            one.cancel(false);
        }

        assertThat(budget.stats().admission().cancelled()).isEqualTo(20_000);
        assertThat(budget.stats().admission().waiting()).isZero();
        all.close();
    }

    @Test
    @Timeout(60)
    void shouldAdmitAHundredThousandOneAfterTheOtherWithoutGrowingTheStack() {
        Grant all = ask("disk", 2).join();
        AtomicLong served = new AtomicLong();
        for (int i = 0; i < 100_000; i++) {
            var ignored = ask("disk", 2).thenAccept(grant -> {
                served.incrementAndGet();
                grant.close();
            });
        }

        all.close();

        assertThat(served).hasValue(100_000);
    }
}
