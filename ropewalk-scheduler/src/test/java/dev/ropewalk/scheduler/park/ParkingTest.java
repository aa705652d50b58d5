package dev.ropewalk.scheduler.park;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.scheduler.Scheduler;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class ParkingTest {
    record Where(String name, Executor executor) {
        @Override
        public String toString() {
            return name;
        }
    }

    /** A seat that one thread gives and one waits for. */
    private static final class Seat implements Settleable {
        private static final String WITHDRAWN = "withdrawn";

        private final Thread thread = Thread.currentThread();
        private final AtomicReference<@Nullable String> state = new AtomicReference<>();

        boolean give(String seat) {
            return state.compareAndSet(null, seat);
        }

        void wake() {
            Parking.unpark(thread);
        }

        @Nullable
        String given() {
            return state.get();
        }

        @Override
        public boolean isSettled() {
            return state.get() != null;
        }

        @Override
        public boolean withdraw() {
            return state.compareAndSet(null, WITHDRAWN);
        }

        @Override
        public String purpose() {
            return "a seat";
        }
    }

    private static final Scheduler SCHEDULER = Scheduler.builder().workers(2).build();

    @AfterAll
    static void close() {
        SCHEDULER.close();
    }

    static Stream<Where> everywhere() {
        return Stream.of(
                new Where("platform thread", task -> Thread.ofPlatform().start(task)),
                new Where("virtual thread", task -> Thread.ofVirtual().start(task)),
                new Where("worker", task -> SCHEDULER.newStrand().execute(task)),
                new Where(
                        "virtual thread of a scheduler",
                        task -> SCHEDULER.threadFactory().newThread(task).start()));
    }

    @ParameterizedTest
    @MethodSource("everywhere")
    void shouldWakeWhenGranted(Where where) throws InterruptedException {
        var begun = new CompletableFuture<Seat>();
        CompletableFuture<String> got = in(where, () -> {
            var waiter = new Seat();
            begun.complete(waiter);
            assertThat(Parking.await(waiter, Parking.FOREVER)).isTrue();
            return String.valueOf(waiter.given());
        });
        Seat waiter = begun.join();
        assertThat(waiter.give("front")).isTrue();
        waiter.wake();
        assertThat(got.join()).isEqualTo("front");
    }

    @ParameterizedTest
    @MethodSource("everywhere")
    void shouldWithdrawWhenTimeIsUp(Where where) {
        long nanos = TimeUnit.MILLISECONDS.toNanos(2);
        CompletableFuture<Long> waited = in(where, () -> {
            var waiter = new Seat();
            long begin = Parking.now();
            assertThat(Parking.await(waiter, nanos)).isFalse();
            assertThat(waiter.give("too late")).isFalse();
            return Parking.now() - begin;
        });
        assertThat(waited.join()).isGreaterThanOrEqualTo(nanos);
    }

    @ParameterizedTest
    @MethodSource("everywhere")
    void shouldSleepOnAfterAStrayWakeUp(Where where) throws InterruptedException {
        var begun = new CountDownLatch(1);
        var self = new CompletableFuture<Thread>();
        var waiter = new CompletableFuture<Seat>();
        CompletableFuture<Boolean> settled = in(where, () -> {
            self.complete(Thread.currentThread());
            var own = new Seat();
            waiter.complete(own);
            begun.countDown();
            return Parking.await(own, Parking.FOREVER);
        });
        begun.await();
        for (int i = 0; i < 100; i++) {
            LockSupport.unpark(self.join());
        }
        assertThat(settled).isNotDone();
        assertThat(waiter.join().give("front")).isTrue();
        waiter.join().wake();
        assertThat(settled.join()).isTrue();
    }

    @Test
    void shouldSayWhatItWaitedForWhenInterrupted() {
        var waiter = new Seat();
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> Parking.await(waiter, Parking.FOREVER))
                .isInstanceOf(InterruptedException.class)
                .hasMessage("interrupted while waiting for a seat");
        assertThat(waiter.give("too late")).isFalse();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void shouldKeepAnInterruptThatCameTooLate() throws InterruptedException {
        var waiter = new Seat();
        assertThat(waiter.give("front")).isTrue();
        Thread.currentThread().interrupt();
        assertThat(Parking.await(waiter, Parking.FOREVER)).isTrue();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(waiter.given()).isEqualTo("front");
    }

    @Test
    void shouldTakeWhatWasGrantedThoughNoTimeIsLeft() throws InterruptedException {
        var granted = new Seat();
        assertThat(granted.give("front")).isTrue();
        assertThat(Parking.await(granted, 0)).isTrue();
        assertThat(Parking.await(new Seat(), 0)).isFalse();
    }

    @Test
    void shouldMeasureAnyTimeout() {
        assertThat(Parking.nanos(Duration.ofNanos(7))).isEqualTo(7);
        assertThat(Parking.nanos(Duration.ofDays(-1))).isZero();
        assertThat(Parking.nanos(Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo(Parking.FOREVER);
    }

    @ParameterizedTest
    @MethodSource("everywhere")
    void shouldNotParkWithoutTime(Where where) {
        CompletableFuture<Boolean> back = in(where, () -> {
            Parking.park(this, 0);
            Parking.park(this, -1);
            Parking.park(this, Long.MIN_VALUE);
            return true;
        });
        assertThat(back.join()).isTrue();
    }

    @ParameterizedTest
    @MethodSource("everywhere")
    void shouldKnowTheSchedulerOfTheCallingCode(Where where) {
        boolean carried = where.name().equals("virtual thread of a scheduler") && SCHEDULER.carriesVirtualThreads();
        boolean worker = where.name().equals("worker");

        assertThat(in(where, () -> Optional.ofNullable(Parking.currentScheduler()))
                        .join())
                .isEqualTo(worker || carried ? Optional.of(SCHEDULER) : Optional.empty());
        assertThat(in(where, () -> Optional.ofNullable(Parking.schedulerOfWorker()))
                        .join())
                .isEqualTo(worker ? Optional.of(SCHEDULER) : Optional.empty());
    }

    private static <T> CompletableFuture<T> in(Where where, Callable<T> body) {
        var result = new CompletableFuture<T>();
        where.executor().execute(() -> {
            try {
                result.complete(body.call());
            } catch (Throwable e) {
                result.completeExceptionally(e);
            }
        });
        return result;
    }
}
