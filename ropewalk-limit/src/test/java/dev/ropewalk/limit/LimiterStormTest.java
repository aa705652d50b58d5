package dev.ropewalk.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LimiterStormTest {
    private static final int STORM = 20_000;
    private static final int LIMIT = 10;

    private final Limiter limiter = Limiter.fixed(LIMIT).build();

    @Test
    void shouldAdmitEachOfAStormOfVirtualThreads() throws InterruptedException {
        var inFlight = new AtomicInteger();
        var most = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < STORM; i++) {
            threads.add(Thread.startVirtualThread(() -> {
                try (Permit permit = limiter.acquire()) {
                    assertThat(permit).isNotNull();
                    most.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
                    LockSupport.parkNanos(1);
                    inFlight.getAndDecrement();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(most.get()).isLessThanOrEqualTo(LIMIT);
        AdmissionStats stats = limiter.stats();
        assertThat(stats.admitted()).isEqualTo(STORM);
        assertThat(stats.inFlight()).isZero();
        assertThat(stats.waiting()).isZero();
    }

    @Test
    void shouldExpireAStormOfThreadsThatWaitInVain() throws InterruptedException {
        limiter.setLimit(1);
        Permit permit = limiter.acquire();
        List<Thread> threads = new ArrayList<>();
        var expired = new AtomicInteger();
        for (int i = 0; i < STORM; i++) {
            threads.add(Thread.startVirtualThread(() -> {
                try {
                    Optional<Permit> none = limiter.tryAcquire(Duration.ofMillis(1));
                    expired.getAndAdd(none.isEmpty() ? 1 : 0);
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(expired).hasValue(STORM);
        assertThat(limiter.stats().expired()).isEqualTo(STORM);
        assertThat(limiter.stats().waiting()).isZero();
        permit.close();
        assertThat(limiter.tryAcquire()).isPresent();
    }

    /** Releases in callbacks of the permits' own futures, so that each hands over within the one before. */
    @Test
    void shouldHandOverManyTimesInARow() throws InterruptedException {
        Permit permit = limiter.acquire();
        limiter.setLimit(1);
        List<CompletableFuture<Void>> all = new ArrayList<>();
        for (int i = 0; i < STORM; i++) {
            all.add(limiter.acquireAsync().thenAccept(Permit::close));
        }
        permit.close();
        all.forEach(CompletableFuture::join);
        assertThat(limiter.stats().inFlight()).isZero();
    }
}
