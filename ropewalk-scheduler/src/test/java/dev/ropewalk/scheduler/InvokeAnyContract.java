package dev.ropewalk.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@link ExecutorService#invokeAny}, with and without a timeout. */
public abstract class InvokeAnyContract extends ExecutorConformance {
    protected InvokeAnyContract(ExecutorSubject subject) {
        super(subject);
    }

    private static Callable<Integer> held(Gate gate) {
        return () -> {
            gate.run();
            throw new InterruptedException("let go");
        };
    }

    private static Callable<Integer> returning(int result) {
        return () -> result;
    }

    private static Callable<Integer> failing() {
        return () -> {
            throw new IOException("as told");
        };
    }

    // "returning the result of one that has completed successfully (i.e., without throwing an exception), if any do"

    @Test
    void shouldGiveTheResultOfTheOnlyTask() throws Exception {
        assertThat(executor.invokeAny(List.of(returning(7)))).isEqualTo(7);
        assertThat(executor.invokeAny(List.of(returning(7)), 1, TimeUnit.DAYS)).isEqualTo(7);
    }

    @Test
    void shouldGiveTheResultOfOneOfSeveral() throws Exception {
        assertThat(executor.invokeAny(List.of(returning(1), returning(2), returning(3))))
                .isIn(1, 2, 3);
    }

    @Test
    void shouldGiveASuccessWhereverItStands() throws Exception {
        for (int at = 0; at < 4; at++) {
            List<Callable<Integer>> tasks = new ArrayList<>(Collections.nCopies(4, failing()));
            tasks.set(at, returning(at));
            assertThat(executor.invokeAny(tasks)).isEqualTo(at);
            assertThat(executor.invokeAny(tasks, 1, TimeUnit.DAYS)).isEqualTo(at);
        }
    }

    @Test
    @SuppressWarnings("NullAway") // null is a result
    void shouldGiveNullIfThatIsTheResult() throws Exception {
        Callable<Object> nothing = () -> null;
        assertThat(executor.invokeAny(List.of(nothing))).isNull();
    }

    @Test
    void shouldNotWaitForTheOthers() throws Exception {
        Gate gate = newGate();
        assertThat(executor.invokeAny(List.of(held(gate), () -> 2))).isEqualTo(2);
        assertThat(executor.invokeAny(List.of(() -> 3, held(newGate())))).isEqualTo(3);
    }

    @Test
    void shouldWaitForASuccess() throws Exception {
        Gate gate = newGate();
        Call call = new Call(() -> executor.invokeAny(List.of(failing(), () -> {
            gate.run();
            return 4;
        })));
        gate.awaitEntered();
        call.awaitWaiting();
        assertThat(call.hasEnded()).isFalse();
        gate.open();
        assertThat(call.outcome()).isEqualTo(4);
    }

    // "Upon normal or exceptional return, tasks that have not completed are cancelled."

    @Test
    void shouldCancelTheOthersAfterASuccess() throws Exception {
        Gate deaf = newDeafGate();
        Gate gate = newGate();
        var letGo = new CountDownLatch(1);
        Callable<Integer> loser = () -> {
            gate.run();
            letGo.countDown();
            return held(newGate()).call();
        };
        assertThat(executor.invokeAny(List.of(loser, () -> {
                    gate.awaitEntered();
                    return 2;
                })))
                .isEqualTo(2);
        assertThat(letGo.await(DEADLINE.toSeconds(), TimeUnit.SECONDS))
                .as("it was interrupted")
                .isTrue();
        deaf.open();
    }

    @Test
    void shouldCancelAllWhenTheTimeIsUp() throws Exception {
        Gate gate = newGate();
        assertThatThrownBy(() -> executor.invokeAny(List.of(held(gate), held(gate)), 5, TimeUnit.MILLISECONDS))
                .isInstanceOf(TimeoutException.class);
        executor.shutdown();
        assertThat(awaitTermination()).as("all are interrupted").isTrue();
    }

    // "InterruptedException - if interrupted while waiting"

    @Test
    void shouldCancelAllWhenItsCallerIsInterrupted() throws Exception {
        for (int i = 0; i < 2; i++) {
            Gate gate = newGate();
            Callable<Integer> task = held(gate);
            Call call = new Call(
                    i == 0
                            ? () -> executor.invokeAny(List.of(task))
                            : () -> executor.invokeAny(List.of(task), 1, TimeUnit.DAYS));
            gate.awaitEntered();
            call.awaitWaiting().interrupt();
            assertThat(call.outcome()).isInstanceOf(InterruptedException.class);
            assertThat(call.leftInterrupted()).isFalse();
        }
        executor.shutdown();
        assertThat(awaitTermination()).as("all are interrupted").isTrue();
    }

    // "NullPointerException - if tasks or any element task subject to execution is null", or unit

    @Test
    @SuppressWarnings({"NullAway", "DataFlowIssue"}) // null is what is refused
    void shouldRefuseNull() {
        assertThatNullPointerException().isThrownBy(() -> executor.invokeAny(null));
        assertThatNullPointerException().isThrownBy(() -> executor.invokeAny(null, 1, TimeUnit.DAYS));
        assertThatNullPointerException().isThrownBy(() -> executor.invokeAny(List.of(() -> 1), 1, null));
        List<Callable<Integer>> onlyNull = Collections.singletonList(null);
        assertThatNullPointerException().isThrownBy(() -> executor.invokeAny(onlyNull));
        assertThatNullPointerException().isThrownBy(() -> executor.invokeAny(onlyNull, 1, TimeUnit.DAYS));
    }

    // "IllegalArgumentException - if tasks is empty"

    @Test
    void shouldRefuseToRunNone() {
        assertThatIllegalArgumentException().isThrownBy(() -> executor.invokeAny(List.<Callable<Integer>>of()));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> executor.invokeAny(List.<Callable<Integer>>of(), 1, TimeUnit.DAYS));
    }

    // "ExecutionException - if no task successfully completes"

    @Test
    void shouldThrowIfAllFail() {
        assertThatThrownBy(() -> executor.invokeAny(List.of(failing(), failing(), failing())))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(IOException.class);
        assertThatThrownBy(() -> executor.invokeAny(List.of(failing()), 1, TimeUnit.DAYS))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(IOException.class);
    }

    // "RejectedExecutionException - if tasks cannot be scheduled for execution"

    @Test
    void shouldRefuseTasksWhenItIsShutDown() {
        executor.shutdown();
        assertThatThrownBy(() -> executor.invokeAny(List.of(() -> 1))).isInstanceOf(RejectedExecutionException.class);
        assertThatThrownBy(() -> executor.invokeAny(List.of(() -> 1), 1, TimeUnit.DAYS))
                .isInstanceOf(RejectedExecutionException.class);
    }

    // "TimeoutException - if the given timeout elapses before any task successfully completes"

    @ParameterizedTest
    @CsvSource(textBlock = NO_TIME)
    void shouldTimeOutAtOnceWithoutTime(long time, TimeUnit unit) throws Exception {
        if (time == Long.MIN_VALUE) {
            unlessKnownToBreak(Promise.TAKES_VERY_NEGATIVE_TIMEOUTS_FOR_NONE);
        }
        assertThatThrownBy(() -> executor.invokeAny(List.of(held(newGate()), held(newGate())), time, unit))
                .isInstanceOf(TimeoutException.class);
        executor.shutdown();
        assertThat(awaitTermination()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(textBlock = LONG_TIME)
    void shouldGiveAResultInALongTime(long time, TimeUnit unit) throws Exception {
        Gate gate = newGate();
        Call call = new Call(() -> executor.invokeAny(
                List.of(() -> {
                    gate.run();
                    return 4;
                }),
                time,
                unit));
        gate.awaitEntered();
        call.awaitWaiting();
        gate.open();
        assertThat(call.outcome()).isEqualTo(4);
    }

    @Test
    void shouldLeaveOtherTasksAlone() throws Exception {
        Future<?> other = run(newGate());
        assertThat(executor.invokeAny(List.of(returning(1)))).isEqualTo(1);
        assertThat(other.isDone()).isFalse();
    }
}
