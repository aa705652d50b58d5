package dev.ropewalk.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.testing.Await;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The contract of an executor service, its end apart. */
public abstract class ExecutorContract {
    private final ExecutorSubject subject;
    private ExecutorService executor;

    protected ExecutorContract(ExecutorSubject subject) {
        this.subject = subject;
        this.executor = subject.open(2);
    }

    @BeforeEach
    void shouldBeOpen() {
        assertThat(executor.isShutdown()).isFalse();
        assertThat(executor.isTerminated()).isFalse();
    }

    @AfterEach
    void dispose() {
        subject.dispose(executor);
    }

    @Test
    void shouldRunWhatIsExecutedInAnotherThread() throws Exception {
        var ranIn = new CompletableFuture<Thread>();
        executor.execute(() -> ranIn.complete(Thread.currentThread()));
        assertThat(get(ranIn)).isNotSameAs(Thread.currentThread());
    }

    @Test
    void shouldGiveTheResultsOfAllKindsOfTasks() throws Exception {
        assertThat(get(executor.submit(() -> 7))).isEqualTo(7);
        assertThat(get(executor.submit(() -> {}, "done"))).isEqualTo("done");
        assertThat((Object) get(executor.submit(() -> {}))).isNull();
    }

    @Test
    void shouldGiveTheExceptionOfATask() {
        var thrown = new IllegalStateException("as told");
        Future<?> future = executor.submit(() -> {
            throw thrown;
        });
        assertThatThrownBy(() -> get(future))
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isSameAs(thrown);
    }

    @Test
    void shouldGoOnAfterTasksThatThrow() throws Exception {
        for (int i = 0; i < 20; i++) {
            Future<?> future = executor.submit(() -> {
                throw new IllegalStateException("as told");
            });
            assertThatThrownBy(() -> get(future)).isInstanceOf(ExecutionException.class);
        }
        assertThat(get(executor.submit(() -> 1))).isEqualTo(1);
    }

    @Test
    @SuppressWarnings({"NullAway", "DataFlowIssue"}) // null is what is refused
    void shouldRefuseNull() {
        assertThatNullPointerException().isThrownBy(() -> executor.execute(null));
        assertThatNullPointerException().isThrownBy(() -> executor.submit((Runnable) null));
        assertThatNullPointerException().isThrownBy(() -> executor.submit((Callable<String>) null));
        assertThatNullPointerException().isThrownBy(() -> executor.submit(null, 1));
        assertThatNullPointerException().isThrownBy(() -> executor.invokeAll(null));
        assertThatNullPointerException().isThrownBy(() -> executor.invokeAny(null));
        assertThatNullPointerException().isThrownBy(() -> executor.invokeAll(List.of(), 1, null));
        List<Callable<Integer>> withNull = new ArrayList<>();
        withNull.add(() -> 1);
        withNull.add(null);
        assertThatNullPointerException().isThrownBy(() -> executor.invokeAll(withNull));
    }

    @Test
    void shouldNotRunATaskThatIsCancelledWhileItWaits() {
        Gate[] gates = occupy();
        var ran = new AtomicBoolean();
        Future<?> future = executor.submit(() -> ran.set(true));
        assertThat(future.cancel(false)).isTrue();
        open(gates);
        executor.close();

        assertThat(future.isCancelled()).isTrue();
        assertThat(ran).isFalse();
        assertThatThrownBy(() -> get(future)).isInstanceOf(CancellationException.class);
    }

    @Test
    void shouldInterruptARunningTaskOnlyIfTold() throws Exception {
        var opened = new CountDownLatch(1);
        var bothWait = new CountDownLatch(2);
        var told = new CompletableFuture<String>();
        var untold = new CompletableFuture<String>();
        Future<?> first = executor.submit(() -> told.complete(endOfWait(opened, bothWait)));
        Future<?> second = executor.submit(() -> untold.complete(endOfWait(opened, bothWait)));
        bothWait.await();

        assertThat(second.cancel(false)).isTrue();
        assertThat(first.cancel(true)).isTrue();
        assertThat(get(told)).isEqualTo("interrupted");
        opened.countDown();
        assertThat(get(untold)).isEqualTo("opened");
        assertThatThrownBy(() -> get(first)).isInstanceOf(CancellationException.class);
    }

    private static String endOfWait(CountDownLatch opened, CountDownLatch bothWait) {
        bothWait.countDown();
        try {
            opened.await();
            return "opened";
        } catch (InterruptedException e) {
            return "interrupted";
        }
    }

    @Test
    void shouldNotLetACancellersInterruptReachOtherTasks() throws Exception {
        for (int i = 0; i < 300; i++) {
            var begun = new AtomicBoolean();
            Future<?> future = executor.submit(() -> {
                begun.set(true);
                Thread.onSpinWait();
            });
            while (!begun.get()) {
                Thread.onSpinWait();
            }
            future.cancel(true);
            assertThat(interruptedAmong(4)).as("round %d", i).isZero();
        }
    }

    @Test
    void shouldNotLetATasksOwnInterruptReachTheNextTask() {
        Gate[] gates = occupy();
        var interrupted = new AtomicInteger();
        for (int i = 0; i < 50; i++) {
            executor.execute(() -> {
                if (Thread.currentThread().isInterrupted()) {
                    interrupted.incrementAndGet();
                }
                Thread.currentThread().interrupt();
            });
        }
        open(gates);
        executor.close();
        assertThat(interrupted).hasValue(0);
    }

    @Test
    void shouldRunAllAndGiveTheirResultsInOrder() throws Exception {
        List<Callable<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            int number = i;
            tasks.add(() -> number);
        }
        List<Integer> results = new ArrayList<>();
        for (Future<Integer> future : executor.invokeAll(tasks)) {
            assertThat(future.isDone()).isTrue();
            results.add(get(future));
        }
        assertThat(results).isEqualTo(IntStream.range(0, 100).boxed().toList());
        assertThat(executor.invokeAll(List.<Callable<Integer>>of())).isEmpty();
    }

    @Test
    void shouldRunAllEvenIfOneFails() throws Exception {
        List<Future<Integer>> futures = executor.invokeAll(List.of(
                () -> {
                    throw new IllegalStateException("as told");
                },
                () -> 2));
        assertThatThrownBy(() -> get(futures.get(0))).isInstanceOf(ExecutionException.class);
        assertThat(get(futures.get(1))).isEqualTo(2);
    }

    @Test
    void shouldCancelWhatIsUnfinishedWhenTheTimeForAllIsUp() throws Exception { // in which one has ended
        List<Future<String>> futures;
        long millis = 100;
        do {
            millis *= 2;
            var gate = new Gate();
            futures = executor.invokeAll(
                    List.of(() -> "soon", () -> {
                        gate.run();
                        return "late";
                    }),
                    millis,
                    TimeUnit.MILLISECONDS);
            assertThat(futures).allMatch(Future::isDone);
        } while (futures.get(0).isCancelled() && millis < Await.DEADLINE.toMillis());
        assertThat(get(futures.get(0))).isEqualTo("soon");
        assertThat(futures.get(1).isCancelled()).isTrue();
    }

    @Test
    void shouldGiveAnyResult() throws Exception {
        assertThat(executor.invokeAny(List.<Callable<Integer>>of(
                        () -> {
                            throw new IllegalStateException("as told");
                        },
                        () -> 2)))
                .isEqualTo(2);
        var gate = new Gate();
        assertThat(executor.invokeAny(
                        List.<Callable<String>>of(
                                () -> {
                                    gate.run();
                                    return "late";
                                },
                                () -> "soon"),
                        Await.DEADLINE.toMillis(),
                        TimeUnit.MILLISECONDS))
                .isEqualTo("soon");
    }

    @Test
    void shouldPreferASuccessToAFailureAtTheSameMoment() throws Exception {
        for (int i = 0; i < 3000; i++) {
            assertThat(executor.invokeAny(List.<Callable<Integer>>of(
                            () -> {
                                throw new IllegalStateException("as told");
                            },
                            () -> 2)))
                    .isEqualTo(2);
        }
    }

    @Test
    void shouldFailIfNoneGivesAResult() {
        assertThatThrownBy(() -> executor.invokeAny(List.<Callable<Integer>>of(() -> {
                    throw new IllegalStateException("as told");
                })))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> executor.invokeAny(List.<Callable<Integer>>of()))
                .isInstanceOf(IllegalArgumentException.class);
        var gate = new Gate();
        assertThatThrownBy(() -> executor.invokeAny(
                        List.<Callable<Integer>>of(() -> {
                            gate.run();
                            return 1;
                        }),
                        20,
                        TimeUnit.MILLISECONDS))
                .isInstanceOf(TimeoutException.class);
    }

    @Test
    void shouldCarryChainsOfCompletableFutures() throws Exception {
        CompletableFuture<Integer> chain = CompletableFuture.supplyAsync(() -> 0, executor);
        for (int i = 0; i < 1_000; i++) {
            chain = chain.thenApplyAsync(number -> number + 1, executor)
                    .thenCombineAsync(CompletableFuture.supplyAsync(() -> 1, executor), Integer::sum, executor);
        }
        assertThat(get(chain)).isEqualTo(2_000);
    }

    @Test
    void shouldMakeWhatHappenedBeforeATaskVisibleInIt() throws Exception {
        for (int i = 0; i < 1_000; i++) {
            int[] plain = {0};
            plain[0] = i;
            int seen = get(executor.submit(() -> plain[0]++));
            assertThat(seen).isEqualTo(i);
            assertThat(plain[0]).isEqualTo(i + 1);
        }
    }

    @Test
    void shouldRejectWithAMessageThatNamesTheExecutor() {
        executor.shutdown();
        assertThatThrownBy(() -> executor.execute(() -> {}))
                .isInstanceOf(RejectedExecutionException.class)
                .hasMessageContaining(" rejected from ");
        assertThatThrownBy(() -> executor.submit(() -> 1)).isInstanceOf(RejectedExecutionException.class);
        assertThatThrownBy(() -> executor.invokeAll(List.of(() -> 1))).isInstanceOf(RejectedExecutionException.class);
    }

    private int interruptedAmong(int tasks) throws Exception {
        var interrupted = new AtomicInteger();
        List<Future<?>> futures = new ArrayList<>();
        for (int i = 0; i < tasks; i++) {
            futures.add(executor.submit(() -> {
                if (Thread.currentThread().isInterrupted()) {
                    interrupted.incrementAndGet();
                }
            }));
        }
        for (Future<?> future : futures) {
            get(future);
        }
        return interrupted.get();
    }

    private Gate[] occupy() {
        Gate[] gates = {new Gate(), new Gate()};
        for (Gate gate : gates) {
            executor.execute(gate);
            gate.awaitEntered();
        }
        return gates;
    }

    private static void open(Gate... gates) {
        for (Gate gate : gates) {
            gate.open();
        }
    }

    private static <T> T get(Future<T> future) throws Exception {
        return future.get(Await.DEADLINE.toMillis(), TimeUnit.MILLISECONDS);
    }
}
