package dev.ropewalk.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@link ExecutorService#invokeAll}, with and without a timeout. */
public abstract class InvokeAllContract extends ExecutorConformance {
    protected InvokeAllContract(ExecutorSubject subject) {
        super(subject);
    }

    private static List<Callable<Integer>> numbers(int count) {
        return IntStream.range(0, count)
                .mapToObj(number -> (Callable<Integer>) () -> number)
                .toList();
    }

    private static Callable<Integer> held(Gate gate) {
        return () -> {
            gate.run();
            return 1;
        };
    }

    private static Callable<Integer> failing() {
        return () -> {
            throw new IllegalStateException("as told");
        };
    }

    // "returning a list of Futures holding their status and results when all complete", "in the same sequential order"

    @Test
    void shouldGiveResultsInOrder() throws Exception {
        List<Integer> results = new ArrayList<>();
        for (Future<Integer> future : executor.invokeAll(numbers(50))) {
            assertThat(future.isDone()).isTrue();
            results.add(future.resultNow());
        }
        assertThat(results).isEqualTo(IntStream.range(0, 50).boxed().toList());
    }

    @Test
    void shouldGiveAnEmptyListForNoTasks() throws Exception {
        assertThat(executor.invokeAll(List.<Callable<Integer>>of())).isEmpty();
        assertThat(executor.invokeAll(List.<Callable<Integer>>of(), 0, TimeUnit.DAYS))
                .isEmpty();
    }

    @Test
    void shouldReturnOnlyWhenAllHaveEnded() throws Exception {
        Gate gate = newGate();
        Call call = new Call(() -> executor.invokeAll(List.of(() -> 0, held(gate))));
        gate.awaitEntered();
        call.awaitWaiting();
        assertThat(call.hasEnded()).isFalse();
        gate.open();
        assertThat(call.outcome()).isInstanceOf(List.class);
    }

    // "a completed task could have terminated either normally or by throwing an exception"

    @Test
    void shouldGiveFailuresToo() throws Exception {
        List<Future<Integer>> futures = executor.invokeAll(List.of(failing(), () -> 2, failing()));
        assertThat(futures)
                .extracting(Future::state)
                .containsExactly(Future.State.FAILED, Future.State.SUCCESS, Future.State.FAILED);
    }

    @Test
    void shouldRunEachTaskOnce() throws Exception {
        var runs = new AtomicInteger();
        executor.invokeAll(Collections.nCopies(40, runs::incrementAndGet));
        assertThat(runs).hasValue(40);
    }

    // "InterruptedException - if interrupted while waiting, in which case unfinished tasks are cancelled"

    @Test
    void shouldCancelUnfinishedTasksWhenItsCallerIsInterrupted() throws Exception {
        Gate gate = newGate();
        var interrupted = new CountDownLatch(1);
        Callable<Integer> waiting = () -> {
            gate.run();
            interrupted.countDown();
            return 1;
        };
        Call call = new Call(() -> executor.invokeAll(List.of(waiting, () -> 2)));
        gate.awaitEntered();
        call.awaitWaiting().interrupt();
        assertThat(call.outcome()).isInstanceOf(InterruptedException.class);
        assertThat(call.leftInterrupted()).isFalse();
        assertThat(interrupted.await(DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void shouldCancelUnfinishedTasksWhenItsTimedCallerIsInterrupted() throws Exception {
        Gate gate = newGate();
        Call call = new Call(() -> executor.invokeAll(List.of(held(gate), () -> 2), 1, TimeUnit.DAYS));
        gate.awaitEntered();
        call.awaitWaiting().interrupt();
        assertThat(call.outcome()).isInstanceOf(InterruptedException.class);
        executor.shutdown();
        assertThat(awaitTermination()).as("its tasks don't wait any more").isTrue();
    }

    @Test
    void shouldNotBeginToWaitInAnInterruptedThread() throws Exception {
        Gate gate = newGate();
        Call call = new Call(() -> {
            Thread.currentThread().interrupt();
            return executor.invokeAll(List.of(held(gate)));
        });
        assertThat(call.outcome()).isInstanceOf(InterruptedException.class);
    }

    // "NullPointerException - if tasks, any of its elements, or unit are null"

    @Test
    @SuppressWarnings({"NullAway", "DataFlowIssue"}) // null is what is refused
    void shouldRefuseNull() {
        assertThatNullPointerException().isThrownBy(() -> executor.invokeAll(null));
        assertThatNullPointerException().isThrownBy(() -> executor.invokeAll(null, 1, TimeUnit.DAYS));
        assertThatNullPointerException().isThrownBy(() -> executor.invokeAll(numbers(1), 1, null));
        List<Callable<Integer>> withNull = Arrays.asList(() -> 1, null);
        assertThatNullPointerException().isThrownBy(() -> executor.invokeAll(withNull));
        assertThatNullPointerException().isThrownBy(() -> executor.invokeAll(withNull, 1, TimeUnit.DAYS));
    }

    // "RejectedExecutionException - if any task cannot be scheduled for execution"

    @Test
    void shouldRefuseTasksWhenItIsShutDown() {
        executor.shutdown();
        assertThatThrownBy(() -> executor.invokeAll(numbers(2))).isInstanceOf(RejectedExecutionException.class);
        assertThatThrownBy(() -> executor.invokeAll(numbers(2), 1, TimeUnit.DAYS))
                .isInstanceOf(RejectedExecutionException.class);
    }

    // "when all complete or the timeout expires, whichever happens first"

    @ParameterizedTest
    @CsvSource(textBlock = LONG_TIME)
    void shouldGiveAllResultsInALongTime(long time, TimeUnit unit) throws Exception {
        Gate gate = newGate();
        Call call = new Call(() -> executor.invokeAll(List.of(held(gate)), time, unit));
        gate.awaitEntered();
        call.awaitWaiting();
        gate.open();
        assertThat((List<?>) call.outcome()).allMatch(future -> ((Future<?>) future).state() == Future.State.SUCCESS);
    }

    // "Upon return, tasks that have not completed are cancelled." "Future.isDone is true for each element of the
    // returned list."

    @ParameterizedTest
    @CsvSource(textBlock = NO_TIME)
    void shouldCancelWithoutTimeWhatHasNotEnded(long time, TimeUnit unit) throws Exception {
        if (time == Long.MIN_VALUE) {
            unlessKnownToBreak(Promise.TAKES_VERY_NEGATIVE_TIMEOUTS_FOR_NONE);
        }
        List<Future<Integer>> futures =
                executor.invokeAll(List.of(held(newGate()), held(newGate()), held(newGate())), time, unit);
        assertThat(futures).hasSize(3).allMatch(Future::isDone).allMatch(Future::isCancelled);
        executor.shutdown();
        assertThat(awaitTermination()).isTrue();
    }

    @Test
    void shouldCancelWhatHasNotEndedWhenTheTimeIsUp() throws Exception {
        Gate gate = newGate();
        List<Future<Integer>> futures =
                executor.invokeAll(List.of(held(gate), held(gate), held(gate)), 5, TimeUnit.MILLISECONDS);
        assertThat(futures).hasSize(3).allMatch(Future::isCancelled);
        executor.shutdown();
        assertThat(awaitTermination()).as("its tasks are interrupted").isTrue();
    }

    @Test
    void shouldLeaveOtherTasksAlone() throws Exception {
        Gate gate = newGate();
        Future<?> other = run(gate);
        assertThat(executor.invokeAll(numbers(5))).allMatch(Future::isDone);
        assertThat(executor.invokeAll(List.of(held(newGate())), -1, TimeUnit.DAYS))
                .allMatch(Future::isCancelled);
        assertThat(other.isDone()).isFalse();
    }
}
