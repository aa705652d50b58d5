package dev.ropewalk.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** {@link Executor#execute} and the three forms of submit. */
public abstract class SubmitContract extends ExecutorConformance {
    protected SubmitContract(ExecutorSubject subject) {
        super(subject);
    }

    // Executor.execute: "Executes the given command at some time in the future."

    @Test
    void shouldRunACommandOnce() throws Exception {
        var runs = new AtomicInteger();
        executor.execute(runs::incrementAndGet);
        executor.shutdown();
        assertThat(awaitTermination()).isTrue();
        assertThat(runs).hasValue(1);
    }

    @Test
    void shouldRunTheSameCommandAsOftenAsItIsGiven() throws Exception {
        var runs = new AtomicInteger();
        Runnable command = runs::incrementAndGet;
        for (int i = 0; i < 10; i++) {
            executor.execute(command);
        }
        executor.shutdown();
        assertThat(awaitTermination()).isTrue();
        assertThat(runs).hasValue(10);
    }

    @Test
    void shouldNotWaitForACommand() {
        Gate gate = newGate();
        executor.execute(gate);
        gate.awaitEntered();
        assertThat(executor.isShutdown()).isFalse();
    }

    @Test
    void shouldRunTwoAtOnce() throws Exception {
        var both = new CountDownLatch(2);
        Callable<Boolean> meeting = () -> {
            both.countDown();
            both.await();
            return true;
        };
        Future<Boolean> one = executor.submit(meeting);
        Future<Boolean> other = executor.submit(meeting);
        assertThat(get(one)).isTrue();
        assertThat(get(other)).isTrue();
    }

    @Test
    void shouldRunFuturesOfOthers() throws Exception {
        var task = new FutureTask<>(() -> 7);
        executor.execute(task);
        assertThat(get(task)).isEqualTo(7);
    }

    @Test
    void shouldRunFuturesOfItsOwnThatHaveEnded() throws Exception {
        Future<Integer> ended = executor.submit(() -> 7);
        assertThat(get(ended)).isEqualTo(7);
        if (ended instanceof Runnable again) {
            executor.execute(again);
        }
        executor.shutdown();
        assertThat(awaitTermination()).isTrue();
        assertThat(get(ended)).isEqualTo(7);
    }

    @Test
    void shouldInterruptOnlyTheFutureOfAnotherThatIsCancelled() throws Exception {
        Gate gate = newGate();
        var task = new FutureTask<@Nullable Object>(gate, null);
        executor.execute(task);
        gate.awaitEntered();
        assertThat(task.cancel(true)).isTrue();
        for (int i = 0; i < 4; i++) {
            assertThat(get(executor.submit(() -> Thread.currentThread().isInterrupted())))
                    .isFalse();
        }
    }

    @Test
    void shouldGoOnAfterCommandsThatThrow() throws Exception {
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {});
        try {
            for (int i = 0; i < 8; i++) {
                executor.execute(() -> {
                    throw new IllegalStateException("as told");
                });
                executor.execute(() -> {
                    throw new AssertionError("as told");
                });
            }
            assertThat(get(executor.submit(() -> 1))).isEqualTo(1);
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
    }

    // "RejectedExecutionException - if this task cannot be accepted for execution", "NullPointerException - if command
    // is null"

    @Test
    @SuppressWarnings({"NullAway", "DataFlowIssue", "FutureReturnValueIgnored"}) // null is what is refused
    void shouldRefuseNull() {
        assertThatNullPointerException().isThrownBy(() -> executor.execute(null));
        assertThatNullPointerException().isThrownBy(() -> executor.submit((Runnable) null));
        assertThatNullPointerException().isThrownBy(() -> executor.submit((Callable<String>) null));
        assertThatNullPointerException().isThrownBy(() -> executor.submit(null, "result"));
    }

    @Test
    void shouldRefuseTasksWhenItIsShutDown() throws Exception {
        var runs = new AtomicInteger();
        executor.shutdown();
        assertRefuses(runs);
        assertThat(awaitTermination()).isTrue();
        assertRefuses(runs);
        assertThat(runs).hasValue(0);
    }

    @Test
    void shouldRefuseTasksWhileItIsShutDownAndOthersRun() throws Exception {
        var runs = new AtomicInteger();
        Gate gate = newGate();
        Future<?> running = run(gate);
        executor.shutdown();
        assertRefuses(runs);
        gate.open();
        assertThat((Object) get(running)).isNull();
        assertThat(awaitTermination()).isTrue();
        assertThat(runs).hasValue(0);
    }

    @SuppressWarnings("FutureReturnValueIgnored") // there is none
    private void assertRefuses(AtomicInteger runs) {
        Runnable task = runs::incrementAndGet;
        assertThatThrownBy(() -> executor.execute(task)).isInstanceOf(RejectedExecutionException.class);
        assertThatThrownBy(() -> executor.submit(task)).isInstanceOf(RejectedExecutionException.class);
        assertThatThrownBy(() -> executor.submit(task, "result")).isInstanceOf(RejectedExecutionException.class);
        assertThatThrownBy(() -> executor.submit(runs::incrementAndGet)).isInstanceOf(RejectedExecutionException.class);
    }

    // submit: "The Future's get method will return null / the given result / the task's result upon successful
    // completion."

    @Test
    void shouldGiveNullForARunnable() throws Exception {
        assertThat((Object) get(executor.submit(() -> {}))).isNull();
    }

    @Test
    void shouldGiveTheGivenResultItself() throws Exception {
        var result = new Object();
        assertThat(get(executor.submit(() -> {}, result))).isSameAs(result);
    }

    @Test
    @SuppressWarnings("NullAway") // the JDK's signature allows it
    void shouldGiveNullIfThatIsTheGivenResult() throws Exception {
        assertThat(get(executor.submit(() -> {}, (Object) null))).isNull();
    }

    @Test
    void shouldGiveTheResultOfACallableItself() throws Exception {
        var result = new Object();
        assertThat(get(executor.submit(() -> result))).isSameAs(result);
    }

    @Test
    void shouldNotGiveAResultBeforeTheTaskHasEnded() {
        Gate gate = newGate();
        Future<String> future = executor.submit(gate, "result");
        gate.awaitEntered();
        assertThat(future.isDone()).isFalse();
    }

    @Test
    void shouldKeepExceptionsInFutures() throws Exception {
        var uncaught = new AtomicInteger();
        Thread.UncaughtExceptionHandler before = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> uncaught.incrementAndGet());
        try {
            Future<?> future = executor.submit(() -> {
                throw new IllegalStateException("as told");
            });
            executor.shutdown();
            assertThat(awaitTermination()).isTrue();
            assertThat(future.exceptionNow()).isInstanceOf(IllegalStateException.class);
            assertThat(uncaught).hasValue(0);
        } finally {
            Thread.setDefaultUncaughtExceptionHandler(before);
        }
    }

    @Test
    @SuppressWarnings("FutureReturnValueIgnored") // it is the result
    void shouldRunWhatTasksSubmit() throws Exception {
        Future<Future<Integer>> outer = executor.submit(() -> executor.submit(() -> 7));
        assertThat(get(get(outer))).isEqualTo(7);
    }

    @Test
    void shouldLetATaskWaitForAnother() throws Exception {
        assertThat(get(executor.submit(() -> get(executor.submit(() -> 7))))).isEqualTo(7);
    }

    // ExecutorService: "Actions in a thread prior to the submission happen-before any actions taken by the task, which
    // in turn
    // happen-before the result is retrieved via Future.get()."

    @Test
    void shouldShowATaskWhatWasBeforeAndItsGetterWhatItDid() throws Exception {
        List<Integer> plain = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            plain.add(i);
            int size = get(executor.submit(() -> {
                plain.add(-1);
                return plain.size();
            }));
            assertThat(size).isEqualTo(plain.size()).isEqualTo(2 * i + 2);
        }
    }

    @Test
    void shouldShowThoseWhoWaitForTheEndWhatTasksDid() throws Exception {
        int[] plain = new int[64];
        for (int i = 0; i < plain.length; i++) {
            int at = i;
            executor.execute(() -> plain[at] = at + 1);
        }
        executor.shutdown();
        assertThat(awaitTermination()).isTrue();
        for (int i = 0; i < plain.length; i++) {
            assertThat(plain[i]).isEqualTo(i + 1);
        }
    }

    @Test
    void shouldRunStagesOfCompletableFutures() throws Exception {
        CompletableFuture<Integer> sum = CompletableFuture.supplyAsync(() -> 1, executor)
                .thenApplyAsync(one -> one + 1, executor)
                .thenCombineAsync(CompletableFuture.supplyAsync(() -> 5, executor), Integer::sum, executor);
        assertThat(get(sum)).isEqualTo(7);
    }
}
