package dev.ropewalk.lab.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.channel.ProcessScope;
import dev.ropewalk.channel.ScopedProcess;
import dev.ropewalk.graph.Action;
import dev.ropewalk.graph.GraphResult;
import dev.ropewalk.graph.TaskGraph;
import dev.ropewalk.graph.TaskGraphDraft;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.scheduler.Timer;
import dev.ropewalk.task.BoundedExecutor;
import dev.ropewalk.task.OverflowPolicy;
import dev.ropewalk.task.TaskOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The code of the page about moving from the JDK's executors, with that of the JDK. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MigrateFromExecutorsExamplesTest {
    private final Scheduler scheduler = Scheduler.create();
    private final AtomicInteger inFlight = new AtomicInteger();
    private final AtomicInteger mostInFlight = new AtomicInteger();

    @AfterAll
    void close() {
        scheduler.close();
    }

    private String load(String address) {
        mostInFlight.accumulateAndGet(inFlight.incrementAndGet(), Math::max);
        inFlight.decrementAndGet();
        return "page of " + address;
    }

    @Test
    void shouldBoundByAPool() throws Exception {
        List<String> addresses = List.of("a", "b", "c");
        List<Future<String>> pages = new ArrayList<>();
        // @start region="theirPool" :
        try (ExecutorService pool = Executors.newFixedThreadPool(600)) {
            for (String address : addresses) {
                pages.add(pool.submit(() -> load(address)));
            }
        }
        // @end
        assertThat(pages.getLast().get()).isEqualTo("page of c");
    }

    @Test
    void shouldBoundByASemaphore() throws Exception {
        List<String> addresses = List.of("a", "b", "c");
        List<Future<String>> pages = new ArrayList<>();
        // @start region="theirSemaphore" :
        var permits = new Semaphore(600);
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (String address : addresses) {
                pages.add(threads.submit(() -> {
                    permits.acquire(); // each task that waits is a thread with its stack
                    try {
                        return load(address);
                    } finally {
                        permits.release();
                    }
                }));
            }
        }
        // @end
        assertThat(pages.getLast().get()).isEqualTo("page of c");
    }

    @Test
    void shouldBoundByABoundedExecutor() throws Exception {
        List<String> addresses = List.of("a", "b", "c");
        List<Future<String>> pages = new ArrayList<>();
        // @start region="bounded" :
        try (ExecutorService executor =
                BoundedExecutor.builder(600).name("pages").build()) {
            for (String address : addresses) {
                pages.add(executor.submit(() -> load(address))); // what waits is an entry in a queue
            }
        }
        // @end
        assertThat(pages.getLast().get()).isEqualTo("page of c");
        assertThat(mostInFlight.get()).isPositive();
    }

    @Test
    void shouldRefuseDropOrWait() throws Exception {
        var mayEnd = new CountDownLatch(1);
        var entered = new CountDownLatch(1);
        List<String> told = new ArrayList<>();
        // @start region="overflow" :
        try (BoundedExecutor executor = BoundedExecutor.builder(1)
                .capacity(1, OverflowPolicy.REJECT) // BLOCK, CALLER_RUNS and DROP_OLDEST are the others
                .build()) {
            executor.execute(() -> {
                entered.countDown();
                await(mayEnd);
            });
            entered.await();
            Future<?> second = executor.submit(
                    () -> told.add("second"), TaskOptions.defaults().deadline(Duration.ofMinutes(1)));
            try {
                executor.execute(() -> told.add("third"));
            } catch (RejectedExecutionException e) {
                told.add("refused");
            }
            mayEnd.countDown();
            second.get();
        }
        // @end
        assertThat(told).containsExactly("refused", "second");
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private final Map<String, Integer> theirBalances = new ConcurrentHashMap<>();

    @Test
    void shouldBeSerialByAThreadEach() throws Exception {
        // @start region="theirSerial" :
        try (ExecutorService account = Executors.newSingleThreadExecutor()) { // a thread for each account
            account.execute(() -> theirBalances.merge("ann", 10, Integer::sum));
            account.execute(() -> theirBalances.merge("ann", -3, Integer::sum));
        }
        // @end
        assertThat(theirBalances).containsEntry("ann", 7);
    }

    private int balance;

    @Test
    void shouldBeSerialByAStrand() throws Exception {
        var answer = new CompletableFuture<Integer>();
        // @start region="serial" :
        Strand account = scheduler.newStrand(); // an object; a program may have millions
        account.execute(() -> balance += 10);
        account.execute(() -> balance -= 3);
        account.execute(() -> answer.complete(balance));
        // @end
        assertThat(answer.get()).isEqualTo(7);
    }

    private static String fetch(String what) {
        return what + " source";
    }

    private static int parse(String source) {
        return source.length();
    }

    @Test
    void shouldChainByFutures() throws Exception {
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            // @start region="theirFutures" :
            CompletableFuture<String> header = CompletableFuture.supplyAsync(() -> fetch("header"), threads);
            CompletableFuture<String> body = CompletableFuture.supplyAsync(() -> fetch("body"), threads);
            CompletableFuture<Integer> length =
                    header.thenCombineAsync(body, (first, second) -> parse(first) + parse(second), threads);
            int total = length.get(); // a failure of one doesn't cancel the other
            // @end
            assertThat(total).isEqualTo(24);
        }
    }

    @Test
    void shouldChainByAScope() throws Exception {
        // @start region="scope" :
        int total;
        try (ProcessScope scope = ProcessScope.open(scheduler)) {
            ScopedProcess<String> header = scope.spawn("header", () -> fetch("header"));
            ScopedProcess<String> body = scope.spawn("body", () -> fetch("body"));
            scope.join(); // throws what the first one threw; the other is interrupted
            total = parse(header.result()) + parse(body.result());
        }
        // @end
        assertThat(total).isEqualTo(24);
    }

    @Test
    void shouldChainByAGraph() throws Exception {
        // @start region="graph" :
        TaskGraphDraft draft = TaskGraph.draft();
        Action<String> header = draft.action("header", context -> fetch("header"));
        Action<String> body = draft.action("body", context -> fetch("body"));
        Action<Integer> length = draft.action(
                        "length", context -> parse(context.value(header)) + parse(context.value(body)))
                .after(header, body);
        GraphResult result = draft.build().start().join().orThrow();
        int total = result.value(length);
        // @end
        assertThat(total).isEqualTo(24);
    }

    @Test
    void shouldTickByTheJdk() throws Exception {
        var ticks = new CountDownLatch(3);
        // @start region="theirTimer" :
        try (ScheduledExecutorService timers = Executors.newScheduledThreadPool(1)) {
            Future<?> flushing = timers.scheduleAtFixedRate(ticks::countDown, 1, 1, TimeUnit.MILLISECONDS);
            ticks.await();
            flushing.cancel(false);
        }
        // @end
        assertThat(ticks.getCount()).isZero();
    }

    @Test
    void shouldTickByOurs() throws Exception {
        var ticks = new CountDownLatch(3);
        // @start region="timer" :
        Strand log = scheduler.newStrand();
        Timer flushing =
                scheduler.scheduleAtFixedRate(log, ticks::countDown, Duration.ofMillis(1), Duration.ofMillis(1));
        ticks.await();
        flushing.cancel();
        // @end
        assertThat(flushing.isDone()).isTrue();
    }

    @Test
    void shouldTickOnAfterAFailureWhereTheJdkDoesNot() throws Exception {
        var ticks = new CountDownLatch(3);
        Runnable broken = () -> {
            ticks.countDown();
            throw new IllegalStateException("broken");
        };
        try (Scheduler quiet = Scheduler.builder()
                .uncaughtExceptionHandler((thread, thrown) -> {})
                .build()) {
            Timer timer =
                    quiet.scheduleAtFixedRate(quiet.newStrand(), broken, Duration.ofMillis(1), Duration.ofMillis(1));
            ticks.await();
            assertThat(timer.cancel()).isTrue();

            Future<?> ended = quiet.asExecutorService().scheduleAtFixedRate(broken, 1, 1, TimeUnit.MILLISECONDS);
            assertThatThrownBy(ended::get).hasRootCauseMessage("broken");
        }
    }

    @Test
    void shouldBeAnExecutorForLibraries() throws Exception {
        // @start region="view" :
        ScheduledExecutorService executor = scheduler.asExecutorService(); // to be given to a library
        Future<String> page = executor.submit(() -> load("a"));
        executor.shutdown(); // ends the view; the scheduler goes on
        // @end
        assertThat(page.get()).isEqualTo("page of a");
        assertThatThrownBy(() -> executor.execute(() -> {})).isInstanceOf(RejectedExecutionException.class);
    }

    @Test
    void shouldSayThatAWorkerIsBlocked() throws Exception {
        var arrived = new CountDownLatch(1);
        var answer = new CompletableFuture<String>();
        scheduler.execute(() -> {
            // @start region="blocking" :
            try {
                scheduler.blocking(
                        () -> { // as ForkJoinPool.managedBlock: a spare worker takes over
                            arrived.await();
                            return answer.complete("arrived");
                        });
            } catch (Exception e) {
                answer.completeExceptionally(e);
            }
            // @end
        });
        arrived.countDown();
        assertThat(answer.get()).isEqualTo("arrived");
    }
}
