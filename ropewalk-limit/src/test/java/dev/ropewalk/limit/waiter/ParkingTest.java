package dev.ropewalk.limit.waiter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.scheduler.Scheduler;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
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
        var begun = new CompletableFuture<ThreadWaiter<String>>();
        CompletableFuture<String> got = in(where, () -> {
            var waiter = new ThreadWaiter<String>("a seat");
            begun.complete(waiter);
            assertThat(Parking.await(waiter, Parking.FOREVER)).isTrue();
            return String.valueOf(waiter.granted());
        });
        ThreadWaiter<String> waiter = begun.join();
        assertThat(waiter.grant("front")).isTrue();
        waiter.wake();
        assertThat(got.join()).isEqualTo("front");
    }

    @ParameterizedTest
    @MethodSource("everywhere")
    void shouldWithdrawWhenTimeIsUp(Where where) {
        long nanos = TimeUnit.MILLISECONDS.toNanos(2);
        CompletableFuture<Long> waited = in(where, () -> {
            var waiter = new ThreadWaiter<String>("a seat");
            long begin = Parking.now();
            assertThat(Parking.await(waiter, nanos)).isFalse();
            assertThat(waiter.grant("too late")).isFalse();
            return Parking.now() - begin;
        });
        assertThat(waited.join()).isGreaterThanOrEqualTo(nanos);
    }

    @ParameterizedTest
    @MethodSource("everywhere")
    void shouldSleepOnAfterAStrayWakeUp(Where where) throws InterruptedException {
        var begun = new CountDownLatch(1);
        var self = new CompletableFuture<Thread>();
        var waiter = new CompletableFuture<ThreadWaiter<String>>();
        CompletableFuture<Boolean> settled = in(where, () -> {
            self.complete(Thread.currentThread());
            var own = new ThreadWaiter<String>("a seat");
            waiter.complete(own);
            begun.countDown();
            return Parking.await(own, Parking.FOREVER);
        });
        begun.await();
        for (int i = 0; i < 100; i++) {
            LockSupport.unpark(self.join());
        }
        assertThat(settled).isNotDone();
        assertThat(waiter.join().grant("front")).isTrue();
        waiter.join().wake();
        assertThat(settled.join()).isTrue();
    }

    @Test
    void shouldSayWhatItWaitedForWhenInterrupted() {
        var waiter = new ThreadWaiter<String>("a seat");
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> Parking.await(waiter, Parking.FOREVER))
                .isInstanceOf(InterruptedException.class)
                .hasMessage("interrupted while waiting for a seat");
        assertThat(waiter.grant("too late")).isFalse();
        assertThat(Thread.currentThread().isInterrupted()).isFalse();
    }

    @Test
    void shouldKeepAnInterruptThatCameTooLate() throws InterruptedException {
        var waiter = new ThreadWaiter<String>("a seat");
        assertThat(waiter.grant("front")).isTrue();
        Thread.currentThread().interrupt();
        assertThat(Parking.await(waiter, Parking.FOREVER)).isTrue();
        assertThat(Thread.interrupted()).isTrue();
        assertThat(waiter.granted()).isEqualTo("front");
    }

    @Test
    void shouldTakeWhatWasGrantedThoughNoTimeIsLeft() throws InterruptedException {
        var granted = new ThreadWaiter<String>("a seat");
        assertThat(granted.grant("front")).isTrue();
        assertThat(Parking.await(granted, 0)).isTrue();
        assertThat(Parking.await(new ThreadWaiter<String>("a seat"), 0)).isFalse();
    }

    @Test
    void shouldMeasureAnyTimeout() {
        assertThat(Parking.nanos(Duration.ofNanos(7))).isEqualTo(7);
        assertThat(Parking.nanos(Duration.ofDays(-1))).isZero();
        assertThat(Parking.nanos(Duration.ofSeconds(Long.MAX_VALUE))).isEqualTo(Parking.FOREVER);
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
