package dev.ropewalk.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LimiterTest {
    private static final Duration AGES = Duration.ofDays(1);

    private final Limiter limiter = Limiter.fixed(1).name("calls").build();

    @AfterEach
    void shouldLeaveNothingBehind() {
        AdmissionStats stats = limiter.stats();
        assertThat(stats.waiting()).isZero();
        assertThat(stats.inFlight()).isZero();
        assertThat(limiter.tryAcquire()).isPresent();
    }

    @Test
    void shouldAdmitAsManyAsTheLimit() {
        Limiter three = Limiter.fixed(3).build();
        for (int i = 0; i < 3; i++) {
            assertThat(three.tryAcquire()).isPresent();
        }
        assertThat(three.tryAcquire()).isEmpty();
        assertThat(three.stats().inFlight()).isEqualTo(3);
    }

    @Test
    void shouldAdmitAgainAfterAnyKindOfRelease() throws InterruptedException {
        limiter.acquire().close();
        limiter.acquire().drop();
        limiter.acquire().ignore();
        assertThat(limiter.stats().admitted()).isEqualTo(3);
    }

    @Test
    void shouldReleaseOnce() throws InterruptedException {
        Permit first = limiter.acquire();
        first.close();
        Permit second = limiter.acquire();
        first.close();
        first.drop();
        first.ignore();
        assertThat(limiter.tryAcquire()).isEmpty();
        second.close();
    }

    @Test
    void shouldReleaseInAnotherThread() throws InterruptedException {
        Permit permit = limiter.acquire();
        Thread other = Thread.ofVirtual().start(permit::close);
        other.join();
        limiter.acquire().close();
    }

    @Test
    void shouldHandAReleasedPermitToTheThreadThatWaits() throws InterruptedException {
        Permit permit = limiter.acquire();
        var done = new CountDownLatch(1);
        Thread waiter = acquiring(done);
        waiting(1);
        permit.close();
        done.await();
        waiter.join();
        assertThat(limiter.stats().waits().count()).isEqualTo(1);
    }

    @Test
    void shouldServeFirstComeFirst() throws InterruptedException {
        assertThat(orderOf(limiter)).containsExactly(0, 1, 2, 3);
    }

    @Test
    void shouldServeTheNewestFirstIfAskedTo() throws InterruptedException {
        assertThat(orderOf(Limiter.fixed(1).newestFirst(true).build())).containsExactly(3, 2, 1, 0);
    }

    private static List<Integer> orderOf(Limiter limiter) throws InterruptedException {
        List<Integer> order = new ArrayList<>();
        List<CompletableFuture<Void>> all = new ArrayList<>();
        Permit permit = limiter.acquire();
        for (int i = 0; i < 4; i++) {
            int number = i;
            all.add(limiter.acquireAsync().thenAccept(granted -> {
                order.add(number);
                granted.close();
            }));
        }
        permit.close();
        all.forEach(CompletableFuture::join);
        return order;
    }

    @Test
    void shouldLetNobodyBarge() throws InterruptedException {
        Permit permit = limiter.acquire();
        CompletableFuture<Permit> waits = limiter.acquireAsync();
        permit.close();
        assertThat(waits).isCompleted();
        assertThat(limiter.tryAcquire()).isEmpty();
        waits.join().close();
    }

    @Test
    void shouldGiveUpWhenTimeIsUp() throws InterruptedException {
        try (Permit permit = limiter.acquire()) {
            assertThat(limiter.tryAcquire(Duration.ofMillis(2))).isEmpty();
            assertThat(limiter.tryAcquire(Duration.ZERO)).isEmpty();
            assertThat(limiter.tryAcquire(Duration.ofSeconds(-1))).isEmpty();
            assertThat(permit).hasToString("permit of 'calls'");
        }
        assertThat(limiter.stats().expired()).isEqualTo(1);
        assertThat(limiter.stats().rejected()).isEqualTo(2);
    }

    @Test
    void shouldAcquireWithinATimeout() throws InterruptedException {
        Permit permit = limiter.acquire();
        CompletableFuture<Optional<Permit>> other = new CompletableFuture<>();
        Thread.ofVirtual().start(() -> {
            try {
                other.complete(limiter.tryAcquire(AGES));
            } catch (InterruptedException e) {
                other.completeExceptionally(e);
            }
        });
        waiting(1);
        permit.close();
        other.join().orElseThrow().close();
    }

    @Test
    void shouldStopWaitingOnInterrupt() throws InterruptedException {
        try (Permit permit = limiter.acquire()) {
            var thrown = new CompletableFuture<Throwable>();
            Thread waiter = Thread.ofPlatform().start(() -> {
                try {
                    limiter.acquire().close();
                } catch (InterruptedException e) {
                    thrown.complete(e);
                }
            });
            waiting(1);
            waiter.interrupt();
            assertThat(thrown.join())
                    .isInstanceOf(InterruptedException.class)
                    .hasMessage("interrupted while waiting for a permit of limiter 'calls'");
            waiting(0);
            assertThat(permit).isNotNull();
        }
        Await.until("the interrupted is counted", () -> limiter.stats().cancelled() == 1);
    }

    @Test
    void shouldThrowIfInterruptedBefore() {
        Thread.currentThread().interrupt();
        assertThatThrownBy(limiter::acquire).isInstanceOf(InterruptedException.class);
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> limiter.tryAcquire(AGES)).isInstanceOf(InterruptedException.class);
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void shouldForgetACancelledFuture() throws InterruptedException {
        Permit permit = limiter.acquire();
        CompletableFuture<Permit> cancelled = limiter.acquireAsync();
        CompletableFuture<Permit> next = limiter.acquireAsync();
        assertThat(cancelled.cancel(true)).isTrue();
        assertThat(limiter.stats().waiting()).isEqualTo(1);
        assertThat(limiter.stats().cancelled()).isEqualTo(1);
        permit.close();
        next.join().close();
    }

    @Test
    void shouldTakeBackWhatAFutureGotThatWasEndedByOthers() throws InterruptedException {
        Permit permit = limiter.acquire();
        CompletableFuture<Permit> late = limiter.acquireAsync();
        assertThat(late.orTimeout(1, TimeUnit.MILLISECONDS)).failsWithin(Duration.ofSeconds(20));
        Await.until("it has left", () -> limiter.stats().waiting() == 0);
        permit.close();
    }

    @Test
    void shouldRefuseWhenAsManyWaitAsMay() throws InterruptedException {
        Limiter narrow = Limiter.fixed(1).name("narrow").maxWaiting(1).build();
        Permit permit = narrow.acquire();
        CompletableFuture<Permit> waits = narrow.acquireAsync();
        String message = "limiter 'narrow' is full: 1 wait, which is the maximum, for one of 1 permits";
        assertThatThrownBy(narrow::acquire)
                .isInstanceOf(LimiterFullException.class)
                .hasMessage(message);
        assertThatThrownBy(() -> narrow.acquireAsync().join())
                .isInstanceOf(CompletionException.class)
                .hasRootCauseMessage(message);
        assertThat(narrow.tryAcquire(AGES)).isEmpty();
        assertThat(narrow.stats().rejected()).isEqualTo(3);
        permit.close();
        waits.join().close();
        narrow.acquire().close();
    }

    @Test
    void shouldLetNobodyWaitIfNobodyMay() throws InterruptedException {
        Limiter hasty = Limiter.fixed(1).maxWaiting(0).build();
        for (int i = 0; i < 3; i++) {
            try (Permit permit = hasty.acquire()) {
                assertThatThrownBy(hasty::acquire).isInstanceOf(LimiterFullException.class);
                assertThat(permit).isNotNull();
            }
        }
    }

    @Test
    void shouldAdmitThoseWhoWaitWhenTheLimitGoesUp() throws InterruptedException {
        Permit permit = limiter.acquire();
        List<CompletableFuture<Permit>> waiters =
                List.of(limiter.acquireAsync(), limiter.acquireAsync(), limiter.acquireAsync());
        limiter.setLimit(3);
        assertThat(waiters.get(0)).isCompleted();
        assertThat(waiters.get(1)).isCompleted();
        assertThat(waiters.get(2)).isNotDone();
        assertThat(limiter.limit()).isEqualTo(3);
        permit.close();
        waiters.forEach(waiter -> waiter.join().close());
    }

    @Test
    void shouldAdmitNobodyUntilFewerAreInFlightThanALowerLimit() {
        limiter.setLimit(3);
        List<Permit> permits = List.of(acquired(), acquired(), acquired());
        limiter.setLimit(1);
        CompletableFuture<Permit> waits = limiter.acquireAsync();
        permits.get(0).close();
        permits.get(1).close();
        assertThat(waits).isNotDone();
        assertThat(limiter.tryAcquire()).isEmpty();
        assertThat(limiter.stats().inFlight()).isEqualTo(1);
        permits.get(2).close();
        waits.join().close();
    }

    @Test
    void shouldNameBadLimits() {
        assertThatThrownBy(() -> Limiter.fixed(0)).hasMessage("the limit of limiter 'limiter' must be above zero: 0");
        assertThatThrownBy(() -> limiter.setLimit(-3))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the limit of limiter 'calls' must be above zero: -3");
        assertThatThrownBy(() -> Limiter.fixed(1).maxWaiting(-1))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("max waiting must not be below zero: -1");
    }

    @Test
    void shouldBuildLimitersThatAreIndependent() {
        LimiterBuilder builder = Limiter.fixed(1);
        Limiter first = builder.build();
        Limiter second = builder.name("second").build();
        try (Permit _ = first.tryAcquire().orElseThrow()) {
            assertThat(first.tryAcquire()).isEmpty();
            assertThat(second.tryAcquire()).isPresent();
        }
        assertThat(first).hasToString("limiter 'limiter'");
        assertThat(second).hasToString("limiter 'second'");
    }

    @Test
    void shouldGiveEachLimiterAnAlgorithmOfItsOwnUnlessItIsGivenOne() {
        LimiterBuilder vegas = Limiter.vegas();
        assertThat(vegas.build()).isNotSameAs(vegas.build());
        LimiterBuilder given = Limiter.adaptive(AimdLimit.builder().build());
        assertThat(given.build().limit()).isEqualTo(20);
        assertThatThrownBy(given::build)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("AimdLimit");
    }

    private Permit acquired() {
        return limiter.tryAcquire().orElseThrow();
    }

    private Thread acquiring(CountDownLatch done) {
        return Thread.ofVirtual().start(() -> {
            try (Permit permit = limiter.acquire()) {
                assertThat(permit).isNotNull();
                done.countDown();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
    }

    private void waiting(int waiters) {
        Await.until(waiters + " wait", () -> limiter.stats().waiting() == waiters);
    }
}
