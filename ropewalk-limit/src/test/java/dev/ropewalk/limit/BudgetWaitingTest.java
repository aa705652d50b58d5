package dev.ropewalk.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The forms of waiting, and how each is given up. */
class BudgetWaitingTest {
    private static final Demand CALL = Demand.of("calls", 1);

    private final Budget budget =
            Budget.builder().name("remote").resource("calls", 1).build();
    private final Grant held = budget.tryAcquire(CALL).orElseThrow();

    private AdmissionStats stats() {
        return budget.stats().admission();
    }

    private void awaitWaiting(long number) {
        Await.until(number + " wait", () -> stats().waiting() == number);
    }

    private Thread waitInThread(AtomicReference<@Nullable Object> outcome) {
        return Thread.ofVirtual().start(() -> {
            try {
                outcome.set(budget.acquire(CALL));
            } catch (InterruptedException | RuntimeException e) {
                outcome.set(e);
            }
        });
    }

    @Test
    void shouldWaitUntilSomethingIsGivenBack() throws InterruptedException {
        var outcome = new AtomicReference<@Nullable Object>();
        Thread thread = waitInThread(outcome);
        awaitWaiting(1);

        held.close();

        thread.join();
        assertThat(outcome.get()).isInstanceOf(Grant.class).hasToString("grant of {calls=1}");
        assertThat(stats().waits().count()).isEqualTo(1);
        assertThat(stats().admitted()).isEqualTo(2);
    }

    @Test
    void shouldGiveUpWhenInterrupted() throws InterruptedException {
        var outcome = new AtomicReference<@Nullable Object>();
        Thread thread = waitInThread(outcome);
        awaitWaiting(1);

        thread.interrupt();

        thread.join();
        assertThat(outcome.get())
                .isInstanceOf(InterruptedException.class)
                .asString()
                .contains("interrupted while waiting for budget 'remote'");
        assertThat(stats().cancelled()).isEqualTo(1);
        assertThat(stats().waiting()).isZero();
        held.close();
        assertThat(budget.available("calls")).isEqualTo(1);
    }

    @Test
    void shouldTakeNothingIfInterruptedBefore() {
        held.close();
        Thread.currentThread().interrupt();

        assertThatThrownBy(() -> budget.acquire(CALL)).isInstanceOf(InterruptedException.class);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
        assertThat(budget.available("calls")).isEqualTo(1);
    }

    @Test
    void shouldGiveUpWhenItsTimeIsUp() throws InterruptedException {
        assertThat(budget.tryAcquire(CALL, Duration.ofMillis(1))).isEmpty();
        assertThat(budget.tryAcquire(CALL, Duration.ofSeconds(-1))).isEmpty();

        assertThat(stats().expired()).isEqualTo(2);
        assertThat(stats().waiting()).isZero();
        held.close();
        assertThat(budget.tryAcquire(CALL, Duration.ofSeconds(Long.MAX_VALUE))).isPresent();
    }

    @Test
    void shouldFailWhoWaitsWhenClosed() throws InterruptedException {
        var outcome = new AtomicReference<@Nullable Object>();
        Thread thread = waitInThread(outcome);
        awaitWaiting(1);

        budget.close();

        thread.join();
        assertThat(outcome.get()).isInstanceOf(BudgetClosedException.class);
    }

    @Test
    void shouldWithdrawAFutureThatItsUserCompletes() {
        CompletableFuture<Grant> waiting = budget.acquireAsync(CALL);

        assertThat(waiting.complete(held)).isTrue();

        assertThat(stats().cancelled()).isEqualTo(1);
        held.close();
        assertThat(budget.available("calls")).isEqualTo(1);
    }

    @Test
    void shouldTakeBackWhatIsGrantedToAFutureThatHasEnded() {
        CompletableFuture<Grant> first = budget.acquireAsync(CALL);
        CompletableFuture<Grant> second = budget.acquireAsync(CALL);
        var ignored = first.thenAccept(grant -> {
            grant.close();
            assertThat(second.cancel(false)).as("granted, but not told yet").isTrue();
        });

        held.close();

        assertThatThrownBy(second::join).isInstanceOf(CancellationException.class);
        assertThat(first).isCompleted();
        assertThat(budget.available("calls")).isEqualTo(1);
        assertThat(stats().inFlight()).isZero();
    }

    @Test
    void shouldServeTasksOfAScheduler() {
        AtomicInteger inUse = new AtomicInteger();
        List<CompletableFuture<Void>> tasks = new ArrayList<>();
        try (Scheduler scheduler = Scheduler.builder().workers(2).build()) {
            for (int i = 0; i < 100; i++) {
                tasks.add(CompletableFuture.runAsync(
                        () -> {
                            try (Grant grant = budget.acquire(CALL)) {
                                assertThat(grant.demand()).isEqualTo(CALL);
                                assertThat(inUse.incrementAndGet()).isEqualTo(1);
                                inUse.decrementAndGet();
                            } catch (InterruptedException e) {
                                throw new AssertionError(e);
                            }
                        },
                        scheduler));
            }
            held.close();
            CompletableFuture.allOf(tasks.toArray(CompletableFuture<?>[]::new)).join();
        }
        assertThat(budget.available("calls")).isEqualTo(1);
    }
}
