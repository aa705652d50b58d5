package dev.ropewalk.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.Sample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Virtual threads on the workers; the tests' JVM opens what that takes. */
@SuppressWarnings("ThreadPriorityCheck") // yielding is among what is tested
class VirtualThreadTaskTest {
    private final List<Scheduler> schedulers = new ArrayList<>();
    private final List<Thread> threads = new ArrayList<>();

    @AfterEach
    void end() throws InterruptedException {
        for (Thread thread : threads) {
            assertThat(thread.join(Duration.ofSeconds(20)))
                    .as("%s has ended\n%s", thread, Stacks.ofSchedulers())
                    .isTrue();
        }
        schedulers.forEach(scheduler -> scheduler.close(Duration.ofSeconds(5)));
    }

    private Scheduler scheduler(int workers) {
        return keep(Scheduler.builder().name("carrying").workers(workers).build());
    }

    private Scheduler keep(Scheduler scheduler) {
        schedulers.add(scheduler);
        return scheduler;
    }

    private Thread start(ThreadFactory factory, Runnable body) {
        Thread thread = factory.newThread(body);
        threads.add(thread);
        thread.start();
        return thread;
    }

    /** Returns the name of the thread that carries the calling one. */
    private static String carrier() {
        String text = Thread.currentThread().toString();
        return text.substring(text.indexOf('@') + 1);
    }

    @Test
    void shouldRunThemOnTheWorkers() throws Exception {
        Scheduler scheduler = scheduler(2);
        assertThat(scheduler.carriesVirtualThreads()).isTrue();
        var carrier = new CompletableFuture<String>();
        Thread thread = start(scheduler.threadFactory(), () -> carrier.complete(carrier()));
        assertThat(thread.isVirtual()).isTrue();
        assertThat(get(carrier)).startsWith("carrying-worker-");
    }

    @Test
    void shouldKeepEachAtItsHomeAsLongAsStealingDoesNotPay() throws Exception {
        Scheduler scheduler = keep(Scheduler.builder()
                .name("homely")
                .workers(2)
                .stealPrice(Duration.ofMinutes(1))
                .stuckAfter(Duration.ofMinutes(1))
                .build());
        ThreadFactory factory = scheduler.threadFactory();
        List<Set<String>> carriers = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            Set<String> seen = ConcurrentHashMap.newKeySet();
            carriers.add(seen);
            start(factory, () -> {
                for (int round = 0; round < 50; round++) {
                    seen.add(carrier());
                    LockSupport.parkNanos(100_000);
                }
            });
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assertThat(carriers).allSatisfy(seen -> assertThat(seen).hasSize(1));
        assertThat(carriers).flatMap(seen -> seen).containsOnly("homely-worker-0", "homely-worker-1");
    }

    @Test
    void shouldLetThousandsHandOverToOneAnother() {
        Scheduler scheduler = scheduler(2);
        ThreadFactory factory = scheduler.threadFactory();
        var sum = new AtomicLong();
        int pairs = Sample.of(1_000, 5_000);
        for (int pair = 0; pair < pairs; pair++) {
            var there = new SynchronousQueue<Integer>();
            var back = new SynchronousQueue<Integer>();
            start(factory, () -> {
                for (int i = 0; i < 10; i++) {
                    put(there, i);
                    sum.addAndGet(take(back));
                }
            });
            start(factory, () -> {
                for (int i = 0; i < 10; i++) {
                    put(back, take(there) + 1);
                }
            });
        }
        Await.until(() -> "all are done: " + sum, () -> sum.get() == pairs * 55L, Duration.ofSeconds(30));
    }

    @Test
    void shouldLetOthersRunWhenOneYields() {
        Scheduler scheduler =
                keep(Scheduler.builder().workers(1).maxSpareWorkers(0).build());
        ThreadFactory factory = scheduler.threadFactory();
        Gate gate = Gate.deaf();
        scheduler.execute(gate); // until both are there: one alone would yield for ever
        gate.awaitEntered();
        int turns = 2_000;
        var turn = new AtomicInteger();
        var yields = new AtomicInteger();
        for (int i = 0; i < 2; i++) {
            int mine = i;
            start(factory, () -> {
                while (turn.get() < turns) {
                    if (turn.get() % 2 == mine) {
                        turn.incrementAndGet();
                    } else {
                        yields.incrementAndGet();
                        Thread.yield();
                    }
                }
            });
        }
        gate.open();
        Await.until("they take turns", () -> turn.get() == turns);
        assertThat(yields.get()).isLessThan(10 * turns);
    }

    @Test
    void shouldRunChildrenBesideTheirParents() throws Exception {
        Scheduler scheduler = scheduler(2);
        var carriers = new ConcurrentHashMap<String, String>();
        Thread parent = start(scheduler.threadFactory(), () -> {
            var grandchildRan = new AtomicBoolean();
            Thread child = Thread.startVirtualThread(() -> {
                carriers.put("child", carrier());
                Thread.startVirtualThread(() -> {
                    carriers.put("grandchild", carrier());
                    grandchildRan.set(true);
                });
            });
            while (child.isAlive() || !grandchildRan.get()) {
                Thread.onSpinWait();
            }
        });
        assertThat(parent.join(Duration.ofSeconds(5))).isTrue();
        assertThat(carriers).containsOnlyKeys("child", "grandchild");
        assertThat(carriers.values()).allMatch(name -> name.startsWith("carrying-"));
    }

    @Test
    void shouldLetThousandsOfChildrenParkAndYield() {
        Scheduler scheduler = scheduler(2);
        var done = new AtomicInteger();
        start(scheduler.threadFactory(), () -> {
            for (int i = 0; i < 2_000; i++) {
                Thread.startVirtualThread(() -> {
                    Thread.yield();
                    LockSupport.parkNanos(1_000);
                    Thread.yield();
                    done.incrementAndGet();
                });
            }
        });
        Await.until(() -> "all are done: " + done, () -> done.get() == 2_000, Duration.ofSeconds(20));
    }

    @Test
    void shouldFinishThoseThatWereParkedAtItsEnd() {
        Scheduler scheduler = scheduler(2);
        var released = new AtomicBoolean();
        var parked = new AtomicInteger();
        var finished = new AtomicInteger();
        List<Thread> children = new ArrayList<>();
        Runnable body = () -> {
            parked.incrementAndGet();
            while (!released.get()) {
                LockSupport.park();
            }
            Thread.yield();
            finished.incrementAndGet();
        };
        for (int i = 0; i < 50; i++) {
            start(scheduler.threadFactory(), body);
        }
        start(scheduler.threadFactory(), () -> {
            for (int i = 0; i < 50; i++) {
                children.add(Thread.startVirtualThread(body));
            }
        });
        Await.until("all park", () -> parked.get() == 100);
        assertThat(scheduler.close(Duration.ofSeconds(5)).isComplete()).isTrue();
        released.set(true);
        threads.forEach(LockSupport::unpark);
        children.forEach(LockSupport::unpark);
        Await.until(() -> "all finish: " + finished, () -> finished.get() == 100, Await.DEADLINE);
    }

    @Test
    void shouldFinishThoseThatWaitedForAWorkerAtItsEnd() {
        Scheduler scheduler =
                keep(Scheduler.builder().workers(1).maxSpareWorkers(0).build());
        ThreadFactory factory = scheduler.threadFactory();
        Gate gate = Gate.deaf();
        scheduler.execute(gate);
        gate.awaitEntered();
        var finished = new AtomicInteger();
        for (int i = 0; i < 10; i++) {
            start(factory, finished::incrementAndGet);
        }
        scheduler.close(Duration.ZERO);
        Await.until("all finish elsewhere", () -> finished.get() == 10);
        gate.open();
    }

    /** After the end there may be a single thread left for all of them. */
    @Test
    void shouldLetOthersRunWhenOneYieldsAfterTheEnd() {
        Scheduler scheduler = scheduler(2);
        var released = new AtomicInteger();
        var flag = new AtomicBoolean();
        List<Thread> yielding = new ArrayList<>();
        for (int i = 0; i < 2 * Runtime.getRuntime().availableProcessors(); i++) {
            yielding.add(start(scheduler.threadFactory(), () -> {
                LockSupport.park();
                released.incrementAndGet();
                while (!flag.get()) {
                    Thread.yield();
                }
            }));
        }
        Thread last = start(scheduler.threadFactory(), () -> {
            LockSupport.park();
            flag.set(true);
        });
        scheduler.close(Duration.ofSeconds(5));
        yielding.forEach(LockSupport::unpark);
        Await.until("one yields", () -> released.get() > 0);
        LockSupport.unpark(last);
        Await.until("the flag is set", flag::get);
    }

    /** A worker that was stuck at the end leaves later, with what its task has queued there meanwhile. */
    @Test
    void shouldFinishOneThatAStuckWorkerWakesAfterTheEnd() {
        Scheduler scheduler =
                keep(Scheduler.builder().workers(1).maxSpareWorkers(0).build());
        var parked = new AtomicBoolean();
        var stuck = new AtomicBoolean();
        var goOn = new AtomicBoolean();
        var finished = new AtomicBoolean();
        Thread sleeper = start(scheduler.threadFactory(), () -> {
            parked.set(true);
            LockSupport.park();
            finished.set(true);
        });
        Await.until("it parks", () -> parked.get() && sleeper.getState() == Thread.State.WAITING);
        start(scheduler.threadFactory(), () -> {
            stuck.set(true);
            while (!goOn.get()) {
                Thread.onSpinWait();
            }
            LockSupport.unpark(sleeper);
        });
        Await.until("it spins", stuck::get);
        assertThat(scheduler.close(Duration.ofMillis(1)).stuck()).hasSize(1);
        goOn.set(true);
        Await.until("it finishes", finished::get);
    }

    @Test
    void shouldRefuseToStartOneAfterTheEnd() {
        Scheduler scheduler = scheduler(1);
        ThreadFactory factory = scheduler.threadFactory();
        Thread thread = factory.newThread(() -> {});
        scheduler.close();
        assertThatThrownBy(thread::start).isInstanceOf(RejectedExecutionException.class);
        assertThat(thread.getState()).isEqualTo(Thread.State.TERMINATED);
    }

    @Test
    void shouldRefuseToBeClosedByOneThatItCarries() throws Exception {
        Scheduler scheduler = scheduler(2);
        var thrown = new CompletableFuture<Throwable>();
        start(scheduler.threadFactory(), () -> {
            try {
                thrown.complete(new AssertionError(scheduler.close(Duration.ofSeconds(1))));
            } catch (IllegalStateException e) {
                thrown.complete(e);
            }
        });
        assertThat(get(thrown))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("carrying-worker-")
                .hasMessageContaining("would wait for itself");
    }

    @Test
    void shouldNotHangOthersWhileOnePinsItsWorker() throws Exception {
        Scheduler scheduler = keep(Scheduler.builder()
                .name("pinned")
                .workers(1)
                .stuckAfter(Duration.ofMillis(20))
                .build());
        ThreadFactory factory = scheduler.threadFactory();
        var value = new CompletableFuture<Integer>();
        start(factory, () -> value.complete(WaitsInItsInitialiser.VALUE));
        assertThat(WaitsForOthers.ENTERED.await(5, TimeUnit.SECONDS)).isTrue();
        start(factory, WaitsForOthers.LEAVE::countDown);
        assertThat(get(value)).isEqualTo(7);
    }

    private static final class WaitsForOthers {
        static final CountDownLatch ENTERED = new CountDownLatch(1);
        static final CountDownLatch LEAVE = new CountDownLatch(1);
    }

    /** A virtual thread can't be unmounted while the JVM initialises a class in it. */
    private static final class WaitsInItsInitialiser {
        static final int VALUE;

        static {
            WaitsForOthers.ENTERED.countDown();
            try {
                WaitsForOthers.LEAVE.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            VALUE = 7;
        }
    }

    @Test
    void shouldTakeTasksFromThem() {
        Scheduler scheduler = scheduler(2);
        var ran = new AtomicInteger();
        var outOfTurn = new AtomicInteger();
        for (int i = 0; i < 200; i++) {
            Strand strand = scheduler.newStrand();
            start(scheduler.threadFactory(), () -> {
                int[] last = {0};
                for (int n = 1; n <= 100; n++) {
                    int number = n;
                    scheduler.execute(ran::incrementAndGet);
                    strand.execute(() -> {
                        if (++last[0] != number) {
                            outOfTurn.incrementAndGet();
                        }
                        ran.incrementAndGet();
                    });
                    if (n % 10 == 0) {
                        Thread.yield();
                    }
                }
            });
        }
        Await.until(() -> "all ran: " + ran, () -> ran.get() == 40_000, Duration.ofSeconds(20));
        assertThat(outOfTurn).hasValue(0);
    }

    @Test
    void shouldJustCallWhatMayBlockInThem() throws Exception {
        Scheduler scheduler = scheduler(1);
        var result = new CompletableFuture<Long>();
        start(scheduler.threadFactory(), () -> {
            try {
                result.complete(scheduler.blocking(() -> scheduler.stats().blockedWorkers() + 0L));
            } catch (Exception e) {
                result.completeExceptionally(e);
            }
        });
        assertThat(get(result)).isZero();
    }

    /** A stack trace of a virtual thread that waits to go on makes the JDK submit it once more. */
    @Test
    void shouldBearThatTheirStackTracesAreTaken() {
        Scheduler scheduler = scheduler(2);
        var ended = new AtomicInteger();
        List<Thread> traced = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            traced.add(start(scheduler.threadFactory(), () -> {
                for (int n = 0; n < 1_000; n++) {
                    if (n % 2 == 0) {
                        Thread.yield();
                    } else {
                        LockSupport.parkNanos(1_000);
                    }
                }
                ended.incrementAndGet();
            }));
        }
        for (int n = 0; n < 2_000 && ended.get() < 50; n++) {
            traced.forEach(Thread::getStackTrace);
        }
        Await.until(() -> "all end: " + ended, () -> ended.get() == 50, Duration.ofSeconds(20));
    }

    private static void put(SynchronousQueue<Integer> queue, int value) {
        try {
            queue.put(value);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static int take(SynchronousQueue<Integer> queue) {
        try {
            return queue.take();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static <T> T get(Future<T> future) throws Exception {
        return future.get(Await.DEADLINE.toMillis(), TimeUnit.MILLISECONDS);
    }
}
