package dev.ropewalk.scheduler.carrier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.scheduler.strand.VirtualThreads;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@SuppressWarnings("ThreadPriorityCheck") // yielding is among what is tested
class JdkCarriersTest {
    private final ThreadFactory threads = JdkCarriers.isolatedThreads();
    private final ForkJoinPool jdk = (ForkJoinPool) VirtualThreads.jdkScheduler();

    @Test
    void shouldRunItsThreadsOnTheJdksCarriers() {
        assertThat(inThread(VirtualThreads::carrierOrCurrent)).satisfies(this::isOfJdk);
    }

    @Test
    void shouldRunTheChildrenOfItsThreadsOnTheJdksCarriers() {
        assertThat(inThread(() -> {
                    var child = new CompletableFuture<Thread>();
                    Thread.startVirtualThread(() -> {
                        LockSupport.parkNanos(1);
                        child.complete(VirtualThreads.carrierOrCurrent());
                    });
                    return child.join();
                }))
                .satisfies(this::isOfJdk);
    }

    private void isOfJdk(Thread carrier) {
        assertThat(carrier)
                .isInstanceOfSatisfying(
                        ForkJoinWorkerThread.class,
                        worker -> assertThat(worker.getPool()).isSameAs(jdk));
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
            ends.add(start(threads, () -> {
                for (int times = 0; times < 5; times++) {
                    Thread.sleep(Duration.ofNanos(nanos));
                }
                return value;
            }));
        }

        assertThat(ends.stream().mapToLong(JdkCarriersTest::join))
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
    void shouldInterruptASleep() {
        var sleeper = new CompletableFuture<Thread>();
        var slept = start(threads, () -> {
            sleeper.complete(Thread.currentThread());
            for (int times = 0; times < 1_000_000; times++) {
                Thread.sleep(100);
            }
            return "slept";
        });
        sleeper.join().interrupt();

        assertThatThrownBy(() -> join(slept))
                .isInstanceOf(CompletionException.class)
                .hasCauseInstanceOf(InterruptedException.class);
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

    @Test
    void shouldLetAPollTimeOutAndAnotherOneFindItsElement() {
        var queue = new LinkedBlockingQueue<String>();

        assertThat(inThread(() -> "found " + queue.poll(3, TimeUnit.MILLISECONDS)))
                .isEqualTo("found null");
        var found = start(threads, () -> "found " + queue.poll(1, TimeUnit.HOURS));
        queue.add("element");
        assertThat(join(found)).isEqualTo("found element");
    }

    /** Two that yield to each other until one has had its turns may starve the rest of a pool with one carrier: the JDK's own do, too. */
    @Test
    void shouldYield() {
        var turns = new AtomicInteger();
        var threads = Stream.generate(() -> start(this.threads, () -> {
                    for (int i = 0; i < 100; i++) {
                        turns.getAndIncrement();
                        Thread.yield();
                    }
                    return 0;
                }))
                .limit(3)
                .toList();
        threads.forEach(JdkCarriersTest::join);

        assertThat(turns).hasValue(300);
    }

    /** A class's initialiser has a native frame below it: its thread waits on its carrier. */
    @Test
    void shouldSleepWherePinned() {
        assertThat(inThread(() -> Pinned.SLEPT)).isGreaterThanOrEqualTo(1_000_000);
    }

    private static final class Pinned {
        static final long SLEPT;

        static {
            long start = System.nanoTime();
            try {
                Thread.sleep(1);
            } catch (InterruptedException e) {
                throw new ExceptionInInitializerError(e);
            }
            SLEPT = System.nanoTime() - start;
        }
    }

    @Test
    void shouldSleepOnTheJdksTimersIfItsOwnThreadCannotBeStarted() {
        var carriers = new JdkCarriers(jdk, timer -> {
            throw new OutOfMemoryError("thrown on purpose");
        });
        ThreadFactory others = VirtualThreads.newBuilder(carriers).factory();

        assertThat(join(start(others, () -> {
                    long start = System.nanoTime();
                    Thread.sleep(3);
                    return System.nanoTime() - start;
                })))
                .isGreaterThanOrEqualTo(3_000_000);
    }

    @Test
    void shouldLeaveLongWaitsAndThoseOfMonitorsToTheJdk() {
        var timers = new AtomicInteger();
        var carriers = new JdkCarriers(jdk, timer -> {
            timers.getAndIncrement();
            return Thread.ofPlatform().daemon().unstarted(timer);
        });

        assertThat(carriers.schedule(JdkCarriersTest::nothing, 1, TimeUnit.HOURS)
                        .cancel(false))
                .isTrue();
        scheduleAndCancel(carriers, WheelTimer.MAX_DELAY_NANOS + 1, TimeUnit.NANOSECONDS);
        scheduleAndCancel(carriers, 100, TimeUnit.MILLISECONDS);
        assertThat(timers).hasValue(0);
        scheduleAndCancel(carriers, WheelTimer.MAX_DELAY_NANOS, TimeUnit.NANOSECONDS);
        assertThat(timers).hasValue(1);
    }

    /** It may be due before it is cancelled. */
    private static void scheduleAndCancel(JdkCarriers carriers, long delay, TimeUnit unit) {
        boolean ignored =
                carriers.schedule(JdkCarriersTest::nothing, delay, unit).cancel(false);
    }

    @Test
    void shouldHaveNoThreadsOfItsOwn() {
        var carriers = new JdkCarriers(jdk, Thread.ofPlatform().daemon().factory());
        List<CompletableFuture<Thread>> ran = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            ran.add(new CompletableFuture<>());
        }
        carriers.execute(() -> {
            ran.get(0).complete(Thread.currentThread());
            var ignored =
                    carriers.lazySubmit(ForkJoinTask.adapt(() -> ran.get(1).complete(Thread.currentThread())));
        });
        var external =
                carriers.externalSubmit(ForkJoinTask.adapt(() -> ran.get(2).complete(Thread.currentThread())));
        carriers.execute(ForkJoinTask.adapt(JdkCarriersTest::nothing));

        assertThat(ran).allSatisfy(thread -> isOfJdk(join(thread)));
        assertThat(external.join()).isTrue();
        assertThat(carriers.getPoolSize()).isZero();
    }

    private <T> T inThread(Call<T> call) {
        return join(start(threads, call));
    }

    private static <T> T join(CompletableFuture<T> future) {
        return future.orTimeout(Await.DEADLINE.toSeconds(), TimeUnit.SECONDS).join();
    }

    private static <T> CompletableFuture<T> start(ThreadFactory factory, Call<T> call) {
        var result = new CompletableFuture<T>();
        factory.newThread(() -> {
                    try {
                        result.complete(call.get());
                    } catch (Throwable thrown) {
                        result.completeExceptionally(thrown);
                    }
                })
                .start();
        return result;
    }

    private static void nothing() {}

    private interface Call<T> {
        T get() throws Exception;
    }
}
