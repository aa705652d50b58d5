package dev.ropewalk.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@link Future}, its cancellation apart: get, the timed get, isDone, resultNow, exceptionNow and state. */
public abstract class FutureContract extends ExecutorConformance {
    protected FutureContract(ExecutorSubject subject) {
        super(subject);
    }

    private Future<String> done() {
        Future<String> future = executor.submit(() -> "done");
        await("it is done", future::isDone);
        return future;
    }

    private Future<String> failed(Throwable thrown) {
        Future<String> future = executor.submit((Callable<String>) () -> {
            throw sneaky(thrown);
        });
        await("it is done", future::isDone);
        return future;
    }

    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <X extends Throwable> RuntimeException sneaky(Throwable thrown) throws X {
        throw (X) thrown;
    }

    private Future<?> cancelled() {
        Future<?> future = run(newGate());
        assertThat(future.cancel(true)).isTrue();
        return future;
    }

    // "Waits if necessary for the computation to complete, and then retrieves its result."

    @Test
    void shouldWaitForItsResult() throws Exception {
        Gate gate = newGate();
        Future<String> future = executor.submit(() -> {
            gate.run();
            return "late";
        });
        Call getter = new Call(future::get).awaitWaiting();
        gate.open();
        assertThat(getter.outcome()).isEqualTo("late");
    }

    @Test
    void shouldGiveItsResultAgainAndAgain() throws Exception {
        Future<String> future = done();
        assertThat(future.get()).isEqualTo("done");
        assertThat(future.get()).isEqualTo("done");
    }

    @Test
    void shouldGiveNullForATaskThatReturnsNull() throws Exception {
        Callable<Object> nothing = () -> null;
        assertThat(get(executor.submit(nothing))).isNull();
    }

    @Test
    void shouldTellAllWhoWait() throws Exception {
        Gate gate = newGate();
        Future<?> future = run(gate);
        List<Call> getters = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            getters.add(new Call(i % 2 == 0 ? future::get : () -> future.get(1, TimeUnit.DAYS)).awaitWaiting());
        }
        gate.open();
        for (Call getter : getters) {
            assertThat(getter.outcome()).isEqualTo("null");
        }
    }

    // "CancellationException - if the computation was cancelled"

    @Test
    void shouldThrowWhenItWasCancelled() {
        Future<?> future = cancelled();
        assertThatThrownBy(future::get).isInstanceOf(CancellationException.class);
        assertThatThrownBy(() -> future.get(1, TimeUnit.DAYS)).isInstanceOf(CancellationException.class);
    }

    @Test
    void shouldTellThoseWhoWaitThatItIsCancelled() throws Exception {
        Future<?> future = run(newGate());
        Call getter = new Call(future::get).awaitWaiting();
        Call timed = new Call(() -> future.get(1, TimeUnit.DAYS)).awaitWaiting();
        assertThat(future.cancel(false)).isTrue();
        assertThat(getter.outcome()).isInstanceOf(CancellationException.class);
        assertThat(timed.outcome()).isInstanceOf(CancellationException.class);
    }

    // "ExecutionException - if the computation threw an exception"

    @Test
    void shouldThrowWhatATaskHasThrownAsTheCause() {
        for (Throwable thrown : List.of(
                new IOException("as told"),
                new IllegalStateException("as told"),
                new AssertionError("as told"),
                new StackOverflowError("as told"),
                new InterruptedException("as told"),
                new CancellationException("as told"),
                new ExecutionException(new IOException("as told")))) {
            Future<String> future = failed(thrown);
            var caught = catchOf(future);
            assertThat(caught).isInstanceOf(ExecutionException.class);
            if (!subject.broken().contains(Promise.GIVES_THE_SAME_EXCEPTION)) {
                assertThat(caught).cause().isSameAs(thrown);
            }
        }
    }

    private static Throwable catchOf(Future<?> future) {
        try {
            return new AssertionError("returned " + future.get());
        } catch (Throwable thrown) {
            return thrown;
        }
    }

    @Test
    void shouldTellThoseWhoWaitThatItHasFailed() throws Exception {
        Gate gate = newGate();
        Future<?> future = executor.submit(() -> {
            gate.run();
            throw new IllegalStateException("as told");
        });
        Call getter = new Call(future::get).awaitWaiting();
        gate.open();
        assertThat(getter.outcome()).isInstanceOf(ExecutionException.class);
    }

    // "InterruptedException - if the current thread was interrupted while waiting"

    @Test
    void shouldLetAGetterBeInterruptedWhileItWaits() throws Exception {
        Future<?> future = run(newGate());
        for (Callable<?> get : List.<Callable<?>>of(future::get, () -> future.get(1, TimeUnit.DAYS))) {
            Call getter = new Call(get).awaitWaiting().interrupt();
            assertThat(getter.outcome()).isInstanceOf(InterruptedException.class);
            assertThat(getter.leftInterrupted()).isFalse();
        }
        assertThat(future.isDone()).isFalse();
    }

    @Test
    void shouldLetAGetterBeInterruptedBeforeItWaits() {
        Future<?> future = run(newGate());
        Thread.currentThread().interrupt();
        assertThatThrownBy(future::get).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> future.get(1, TimeUnit.DAYS)).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
    }

    @Test
    void shouldGiveAResultThatIsThereToAnInterruptedThread() throws Exception {
        Future<String> future = done();
        Thread.currentThread().interrupt();
        assertThat(future.get()).isEqualTo("done");
        assertThat(Thread.interrupted()).as("still interrupted").isTrue();
        Thread.currentThread().interrupt();
        assertThat(future.get(0, TimeUnit.NANOSECONDS)).isEqualTo("done");
        assertThat(Thread.interrupted()).as("still interrupted").isTrue();
    }

    // "Waits if necessary for at most the given time", "TimeoutException - if the wait timed out"

    @ParameterizedTest
    @CsvSource(textBlock = NO_TIME)
    void shouldTimeOutAtOnceWithoutTime(long time, TimeUnit unit) {
        Future<?> future = run(newGate());
        assertThatThrownBy(() -> future.get(time, unit)).isInstanceOf(TimeoutException.class);
        assertThat(future.isDone()).isFalse();
    }

    @Test
    void shouldTimeOut() {
        Future<?> future = run(newGate());
        assertThatThrownBy(() -> future.get(3, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        assertThat(future.state()).isEqualTo(Future.State.RUNNING);
    }

    @ParameterizedTest
    @CsvSource(textBlock = NO_TIME)
    void shouldGiveWithoutTimeWhatIsThere(long time, TimeUnit unit) throws Exception {
        assertThat(done().get(time, unit)).isEqualTo("done");
        assertThatThrownBy(() -> failed(new IOException("as told")).get(time, unit))
                .isInstanceOf(ExecutionException.class);
        assertThatThrownBy(() -> cancelled().get(time, unit)).isInstanceOf(CancellationException.class);
    }

    @ParameterizedTest
    @CsvSource(textBlock = LONG_TIME)
    void shouldWaitLong(long time, TimeUnit unit) throws Exception {
        Gate gate = newGate();
        Future<?> future = run(gate);
        Call getter = new Call(() -> future.get(time, unit)).awaitWaiting();
        gate.open();
        assertThat(getter.outcome()).isEqualTo("null");
    }

    // "Returns true if this task completed", "due to normal termination, an exception, or cancellation"

    @Test
    void shouldBeDoneOnceItHasEndedInWhateverWay() {
        assertThat(run(newGate()).isDone()).isFalse();
        assertThat(done().isDone()).isTrue();
        assertThat(failed(new AssertionError("as told")).isDone()).isTrue();
        assertThat(cancelled().isDone()).isTrue();
    }

    @Test
    void shouldNotBeDoneWhileItWaitsToBeRun() {
        occupy();
        Future<?> future = executor.submit(() -> {});
        assertThat(future.isDone()).isFalse();
        assertThat(future.state()).isEqualTo(Future.State.RUNNING);
        assertThatIllegalStateException().isThrownBy(future::resultNow);
    }

    // "Computes the result without waiting", "IllegalStateException - if the task has not completed or did not with a
    // result"

    @Test
    void shouldGiveAResultOfSuccessOnly() {
        assertThat(done().resultNow()).isEqualTo("done");
        assertThatIllegalStateException().isThrownBy(run(newGate())::resultNow);
        assertThatIllegalStateException().isThrownBy(failed(new IOException("as told"))::resultNow);
        assertThatIllegalStateException().isThrownBy(cancelled()::resultNow);
    }

    @Test
    void shouldGiveAnExceptionOfFailureOnly() {
        var thrown = new IOException("as told");
        assertThat(failed(thrown).exceptionNow()).isInstanceOf(IOException.class);
        if (!subject.broken().contains(Promise.GIVES_THE_SAME_EXCEPTION)) {
            assertThat(failed(thrown).exceptionNow()).isSameAs(thrown);
        }
        assertThatIllegalStateException().isThrownBy(run(newGate())::exceptionNow);
        assertThatIllegalStateException().isThrownBy(done()::exceptionNow);
        assertThatIllegalStateException().isThrownBy(cancelled()::exceptionNow);
    }

    @Test
    void shouldLeaveAnInterruptWhenItIsAskedForWhatIsThere() {
        Future<String> done = done();
        Future<String> failed = failed(new IOException("as told"));
        Thread.currentThread().interrupt();
        assertThat(done.resultNow()).isEqualTo("done");
        assertThat(failed.exceptionNow()).isInstanceOf(IOException.class);
        assertThat(done.state()).isEqualTo(Future.State.SUCCESS);
        assertThat(failed.state()).isEqualTo(Future.State.FAILED);
        assertThat(Thread.interrupted()).as("still interrupted").isTrue();
    }

    // "Returns the computation state"

    @Test
    void shouldSayHowItHasEnded() {
        assertThat(run(newGate()).state()).isEqualTo(Future.State.RUNNING);
        assertThat(done().state()).isEqualTo(Future.State.SUCCESS);
        assertThat(failed(new IOException("as told")).state()).isEqualTo(Future.State.FAILED);
        assertThat(cancelled().state()).isEqualTo(Future.State.CANCELLED);
    }

    @Test
    void shouldHaveFailedIfItThrewACancellationOfItsOwn() {
        Future<String> future = failed(new CancellationException("as told"));
        assertThat(future.isDone()).isTrue();
        assertThat(future.isCancelled()).isFalse();
        assertThat(future.state()).isEqualTo(Future.State.FAILED);
    }
}
