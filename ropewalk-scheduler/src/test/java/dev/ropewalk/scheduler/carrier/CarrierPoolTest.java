package dev.ropewalk.scheduler.carrier;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.strand.VirtualThreads;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CarrierPoolTest {
    private final ThreadFactory threads = CarrierPool.isolatedThreads();

    @Test
    void shouldRunItsThreadsOnItsOwnCarriers() {
        assertThat(inThread(VirtualThreads::carrierOrCurrent))
                .isInstanceOfSatisfying(
                        ForkJoinWorkerThread.class,
                        carrier -> assertThat(carrier.getPool()).isInstanceOf(CarrierPool.class));
    }

    /** The last ones are none of the wheel's. */
    @ParameterizedTest
    @ValueSource(longs = {1, 10_000, 3_000_000, 20_000_000, 130_000_000, 140_000_000})
    void shouldSleepAsLongAsAskedFor(long nanos) {
        assertThat(inThread(() -> {
                    long start = System.nanoTime();
                    Thread.sleep(Duration.ofNanos(nanos));
                    return System.nanoTime() - start;
                }))
                .isGreaterThanOrEqualTo(nanos);
    }

    @Test
    void shouldEndTheSleepsOfManyThreads() {
        List<CompletableFuture<Long>> ends = new ArrayList<>();
        for (long number = 0; number < 2000; number++) {
            long nanos = number % 50 * 100_000;
            long value = number;
            ends.add(start(() -> {
                for (int times = 0; times < 5; times++) {
                    Thread.sleep(Duration.ofNanos(nanos));
                }
                return value;
            }));
        }

        assertThat(ends.stream()
                        .mapToLong(end -> end.orTimeout(60, TimeUnit.SECONDS).join()))
                .containsExactlyElementsOf(LongStream.range(0, 2000).boxed().toList());
    }

    @Test
    void shouldEndAWaitThatIsWokenAndOneThatIsInterrupted() throws InterruptedException {
        var woken = threads.newThread(
                () -> LockSupport.parkNanos(Duration.ofHours(1).toNanos()));
        var interrupted = threads.newThread(
                () -> LockSupport.parkNanos(Duration.ofMillis(100).toNanos()));
        woken.start();
        interrupted.start();
        LockSupport.unpark(woken);
        interrupted.interrupt();

        assertThat(woken.join(Await.DEADLINE)).isTrue();
        assertThat(interrupted.join(Await.DEADLINE)).isTrue();
    }

    @Test
    void shouldRunTheChildrenOfItsThreads() {
        assertThat(inThread(() -> {
                    var child = new CompletableFuture<Boolean>();
                    Thread.startVirtualThread(
                            () -> child.complete(Thread.currentThread().isVirtual()));
                    return child.join();
                }))
                .isTrue();
    }

    @Test
    @SuppressWarnings("WaitNotInLoop") // it is the timeout that is tested
    void shouldLetAWaitForAMonitorTimeOut() {
        var monitor = new Object();
        assertThat(inThread(() -> {
                    synchronized (monitor) {
                        long start = System.nanoTime();
                        monitor.wait(2);
                        return System.nanoTime() - start;
                    }
                }))
                .isGreaterThanOrEqualTo(Duration.ofMillis(2).toNanos());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 65_536, 1_000_000, 4_194_303, 4_194_304, 20_000_000, 130_000_000})
    void shouldBeLateByOneSixtyFourthOrOneTickAtMost(long delay) {
        for (long due = delay; due < delay + 10_000_000; due += 99_991) {
            long late = (WheelTimer.tick(due, delay) << WheelTimer.TICK_SHIFT) - due;

            assertThat(late).isNotNegative().isLessThan(Math.max(delay / 64 + 1, 1 << WheelTimer.TICK_SHIFT));
        }
    }

    private <T> T inThread(Call<T> call) {
        return start(call)
                .orTimeout(Await.DEADLINE.toSeconds(), TimeUnit.SECONDS)
                .join();
    }

    private <T> CompletableFuture<T> start(Call<T> call) {
        var result = new CompletableFuture<T>();
        threads.newThread(() -> {
                    try {
                        result.complete(call.get());
                    } catch (Throwable thrown) {
                        result.completeExceptionally(thrown);
                    }
                })
                .start();
        return result;
    }

    private interface Call<T> {
        T get() throws Exception;
    }
}
