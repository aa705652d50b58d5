package dev.ropewalk.limit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Threads that acquire in all forms, give up, are interrupted, throw and move the limit, all at random: there are never more in
 * flight than the limit, by a count of their own, no permit is lost, and the figures add up.
 */
@Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class LimiterChaosTest {
    private static final long SEED = Long.getLong("ropewalk.stress.seed", System.nanoTime());
    private static final int THREADS = 6;
    private static final int ROUNDS = 2_000;
    private static final int MAX_LIMIT = 4;

    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicInteger mostInFlight = new AtomicInteger();
    private final AtomicLong attempts = new AtomicLong();
    private final AtomicLong got = new AtomicLong();
    private final ConcurrentLinkedQueue<Throwable> failures = new ConcurrentLinkedQueue<>();

    static Stream<Arguments> limiters() {
        Supplier<LimiterBuilder> fixed = () -> Limiter.fixed(MAX_LIMIT);
        Supplier<LimiterBuilder> adaptive = () -> Limiter.adaptive(new Wandering());
        return Stream.of(Thread.ofVirtual().factory(), Thread.ofPlatform().factory())
                .flatMap(threads -> Stream.of(
                        Arguments.of("fixed", fixed.get().build(), threads, false),
                        Arguments.of("moved", fixed.get().build(), threads, true),
                        Arguments.of("lifo", fixed.get().newestFirst(true).build(), threads, true),
                        Arguments.of("short", fixed.get().maxWaiting(2).build(), threads, true),
                        Arguments.of("adaptive", adaptive.get().build(), threads, false),
                        Arguments.of("partitioned", partitioned(fixed.get()), threads, true),
                        Arguments.of("adaptive, partitioned", partitioned(adaptive.get()), threads, false)));
    }

    private static Limiter partitioned(LimiterBuilder builder) {
        return builder.partition("a", 0.5).partition("b", 0.25).build();
    }

    @ParameterizedTest(name = "{0} {index}")
    @MethodSource("limiters")
    void shouldNeverExceedTheLimitNorLoseAPermit(String kind, Limiter limiter, ThreadFactory factory, boolean moves)
            throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            var random = new Random(SEED + i);
            Limiter view =
                    kind.contains("partitioned") && i % 3 > 0 ? limiter.partition(i % 3 == 1 ? "a" : "b") : limiter;
            threads.add(factory.newThread(() -> live(view, random)));
        }
        threads.forEach(Thread::start);
        disturb(limiter, threads, moves);
        String what = kind + ", seed " + SEED;
        assertThat(failures).as(what).isEmpty();
        assertThat(mostInFlight.get()).as(what).isLessThanOrEqualTo(MAX_LIMIT);
        Await.until(
                what + ": no waiter is left",
                () -> limiter.stats().inFlight() + limiter.stats().waiting() == 0);
        Await.until(what + ": the figures add up: " + limiter.stats(), () -> figuresAddUp(limiter.stats()));
        for (int i = 0; i < limiter.limit(); i++) {
            assertThat(limiter.tryAcquire()).as(what).isPresent();
        }
        assertThat(limiter.tryAcquire()).as(what).isEmpty();
    }

    private boolean figuresAddUp(AdmissionStats stats) {
        return stats.admitted() + stats.rejected() + stats.expired() + stats.cancelled() == attempts.get()
                && stats.admitted() >= got.get()
                && stats.waits().count() <= stats.admitted();
    }

    private static void disturb(Limiter limiter, List<Thread> threads, boolean moves) throws InterruptedException {
        var random = new Random(SEED - 1);
        for (Thread thread : threads) {
            while (!thread.join(Duration.ofNanos(200_000))) {
                threads.get(random.nextInt(threads.size())).interrupt();
                if (moves) {
                    limiter.setLimit(1 + random.nextInt(MAX_LIMIT));
                }
            }
        }
    }

    private void live(Limiter limiter, Random random) {
        try {
            for (int round = 0; round < ROUNDS; round++) {
                act(limiter, random);
            }
        } catch (Throwable e) {
            failures.add(e);
        }
    }

    private void act(Limiter limiter, Random random) {
        attempts.getAndIncrement();
        try {
            switch (random.nextInt(4)) {
                case 0 -> hold(limiter.acquire(), random);
                case 1 -> limiter.tryAcquire().ifPresent(permit -> hold(permit, random));
                case 2 ->
                    limiter.tryAcquire(Duration.ofNanos(random.nextInt(100_000)))
                            .ifPresent(permit -> hold(permit, random));
                default -> async(limiter, random);
            }
        } catch (InterruptedException e) {
            if (String.valueOf(e.getMessage()).startsWith("interrupted before")) {
                attempts.getAndDecrement();
            }
        } catch (LimiterFullException | IntendedException e) {
            assertThat(e.getMessage()).isNotNull();
        }
    }

    private void async(Limiter limiter, Random random) {
        CompletableFuture<Permit> future = limiter.acquireAsync();
        if (random.nextBoolean()) {
            future.cancel(false);
        }
        try {
            hold(future.join(), random);
        } catch (CancellationException e) {
            assertThat(future).isCancelled();
        } catch (CompletionException e) {
            assertThat(e).hasCauseInstanceOf(LimiterFullException.class);
        }
    }

    private void hold(Permit permit, Random random) {
        got.getAndIncrement();
        mostInFlight.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
        try {
            if (random.nextInt(8) == 0) {
                LockSupport.parkNanos(1);
            }
            if (random.nextInt(8) == 0) {
                throw new IntendedException();
            }
        } finally {
            inFlight.getAndDecrement();
            release(permit, random.nextInt(4));
        }
    }

    private static void release(Permit permit, int how) {
        switch (how) {
            case 0 -> permit.drop();
            case 1 -> permit.ignore();
            case 2 -> {
                permit.close();
                permit.close();
            }
            default -> permit.succeed();
        }
    }

    private static final class IntendedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        IntendedException() {
            super("intended");
        }
    }

    private static final class Wandering implements LimitAlgorithm {
        private final Random random = new Random(SEED);

        @Override
        public int initialLimit() {
            return MAX_LIMIT;
        }

        @Override
        public int update(long now, long roundTripNanos, int held, boolean dropped) {
            return 1 + random.nextInt(MAX_LIMIT);
        }
    }
}
