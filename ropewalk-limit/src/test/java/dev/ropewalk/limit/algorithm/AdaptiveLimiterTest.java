package dev.ropewalk.limit.algorithm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.limit.LimitAlgorithm;
import dev.ropewalk.limit.Limiter;
import dev.ropewalk.limit.LimiterBuilder;
import dev.ropewalk.limit.Permit;
import dev.ropewalk.testing.Await;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class AdaptiveLimiterTest {
    private final Recorder recorder = new Recorder(2);
    private final Limiter limiter = Limiter.adaptive(recorder).name("calls").build();

    @Test
    void shouldBeginWithTheLimitOfItsAlgorithm() {
        assertThat(limiter.limit()).isEqualTo(2);
        assertThat(limiter.stats().limit()).isEqualTo(2);
    }

    @Test
    void shouldTellItsAlgorithmOfEachRoundTrip() throws InterruptedException {
        long before = System.nanoTime();
        Permit first = limiter.acquire();
        Permit second = limiter.acquire();
        second.drop();
        first.succeed();
        long after = System.nanoTime();
        assertThat(recorder.inFlight).isEqualTo(1);
        assertThat(recorder.updates).isEqualTo(2);
        assertThat(recorder.drops).isEqualTo(1);
        assertThat(recorder.now).isBetween(before, after);
        assertThat(recorder.roundTrip).isBetween(0L, after - before);
    }

    @Test
    void shouldSayHowManyWereInFlightWhenARoundTripBegan() throws InterruptedException {
        Permit first = limiter.acquire();
        Permit second = limiter.acquire();
        CompletableFuture<Permit> third = limiter.acquireAsync();
        second.succeed();
        assertThat(recorder.inFlight).isEqualTo(2);
        first.succeed();
        assertThat(recorder.inFlight).isEqualTo(1);
        third.join().succeed();
        assertThat(recorder.inFlight).isEqualTo(2);
    }

    @Test
    void shouldLearnNothingFromAnIgnoredPermit() throws InterruptedException {
        Permit permit = limiter.acquire();
        permit.ignore();
        permit.succeed();
        permit.drop();
        assertThat(recorder.updates).isZero();
        assertThat(limiter.stats().inFlight()).isZero();
    }

    @Test
    void shouldAdmitThoseWhoWaitAsSoonAsTheLimitGoesUp() throws InterruptedException {
        Permit permit = limiter.acquire();
        limiter.acquire();
        List<CompletableFuture<Permit>> waiters =
                IntStream.range(0, 5).mapToObj(i -> limiter.acquireAsync()).toList();
        recorder.next = 6;
        permit.succeed();
        assertThat(waiters).allMatch(CompletableFuture::isDone);
        assertThat(limiter.stats().inFlight()).isEqualTo(6);
    }

    @Test
    void shouldAdmitNobodyWhenADropLowersTheLimit() throws InterruptedException {
        Permit permit = limiter.acquire();
        Permit last = limiter.acquire();
        CompletableFuture<Permit> waits = limiter.acquireAsync();
        recorder.next = 1;
        permit.drop();
        assertThat(waits).isNotDone();
        assertThat(limiter.limit()).isEqualTo(1);
        last.succeed();
        assertThat(waits).isCompleted();
    }

    @Test
    void shouldFollowEachAlgorithmThereIs() throws InterruptedException {
        for (LimiterBuilder builder : List.of(Limiter.aimd(), Limiter.vegas(), Limiter.gradient())) {
            Limiter one = builder.build();
            int before = one.limit();
            one.acquire().succeed();
            one.acquire().drop();
            assertThat(one.limit()).isBetween(1, before - 1);
            assertThatThrownBy(() -> one.setLimit(1))
                    .hasMessageMatching("the limit of limiter 'limiter' follows (Aimd|Vegas|Gradient)Limit .*");
        }
    }

    @Test
    void shouldRefuseToBeSet() {
        assertThatThrownBy(() -> limiter.setLimit(5))
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessage("the limit of limiter 'calls' follows Recorder and can't be set to 5");
    }

    @Test
    void shouldReleaseThePermitThoughItsAlgorithmFails() throws InterruptedException {
        Permit permit = limiter.acquire();
        recorder.next = 0;
        assertThatThrownBy(permit::close)
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("a limit must be at least 1, but Recorder returned 0");
        assertThat(limiter.stats().inFlight()).isZero();
        assertThat(limiter.limit()).isEqualTo(2);
        recorder.next = 3;
        limiter.acquire().succeed();
        assertThat(limiter.limit()).isEqualTo(3);
    }

    @Test
    void shouldRefuseAnAlgorithmThatBeginsWithNothing() {
        assertThatThrownBy(() -> Limiter.adaptive(new Recorder(0))).hasMessageContaining("Recorder returned 0");
    }

    @Test
    void shouldLeaveADropToWhoIsLearning() throws InterruptedException {
        Permit slow = limiter.acquire();
        Permit dropped = limiter.acquire();
        var hold = new CountDownLatch(1);
        recorder.hold = hold;
        Thread learning = Thread.ofVirtual().start(slow::succeed);
        Await.until("the algorithm is busy", recorder.busy::get);
        dropped.drop();
        assertThat(limiter.stats().inFlight()).isEqualTo(1);
        limiter.acquire().succeed();
        hold.countDown();
        learning.join();
        assertThat(recorder.updates).as("the success in between is left out").isEqualTo(2);
        assertThat(recorder.drops).isEqualTo(1);
    }

    @Test
    void shouldNeverCallItsAlgorithmTwiceAtOnceNorLoseADrop() throws InterruptedException {
        var chaotic = new Chaotic();
        Limiter busy = Limiter.adaptive(chaotic).build();
        int rounds = 2_000;
        List<Thread> threads = IntStream.range(0, 4)
                .mapToObj(i -> Thread.ofPlatform().start(() -> {
                    for (int round = 0; round < rounds; round++) {
                        try {
                            Permit permit = busy.acquire();
                            if (round % 3 == 0) {
                                permit.drop();
                            } else {
                                permit.succeed();
                            }
                        } catch (InterruptedException e) {
                            throw new AssertionError(e);
                        }
                    }
                }))
                .toList();
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(chaotic.overlaps).hasValue(0);
        assertThat(chaotic.drops).isEqualTo(4 * ((rounds + 2) / 3));
        assertThat(busy.stats().inFlight()).isZero();
        assertThat(busy.stats().admitted()).isEqualTo(4L * rounds);
    }

    private static final class Recorder implements LimitAlgorithm {
        private final AtomicBoolean busy = new AtomicBoolean();
        private volatile CountDownLatch hold = new CountDownLatch(0);
        private volatile int next;
        private int updates;
        private int drops;
        private int inFlight;
        private long now;
        private long roundTrip;

        Recorder(int initial) {
            next = initial;
        }

        @Override
        public int initialLimit() {
            return next;
        }

        @Override
        public int update(long at, long roundTripNanos, int begun, boolean dropped) {
            busy.set(true);
            try {
                hold.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            updates++;
            drops += dropped ? 1 : 0;
            inFlight = begun;
            now = at;
            roundTrip = roundTripNanos;
            return next;
        }

        @Override
        public String toString() {
            return "Recorder";
        }
    }

    /** Moves its limit all the time. */
    private static final class Chaotic implements LimitAlgorithm {
        private final AtomicInteger overlaps = new AtomicInteger();
        private final AtomicBoolean busy = new AtomicBoolean();
        private int drops;
        private int limit = 1;

        @Override
        public int initialLimit() {
            return 1;
        }

        @Override
        public int update(long now, long roundTripNanos, int inFlight, boolean dropped) {
            if (!busy.compareAndSet(false, true)) {
                overlaps.getAndIncrement();
            }
            drops += dropped ? 1 : 0;
            limit = limit % 5 + 1;
            busy.set(false);
            return limit;
        }
    }
}
