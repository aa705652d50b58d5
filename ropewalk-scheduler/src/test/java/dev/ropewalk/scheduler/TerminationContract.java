package dev.ropewalk.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** {@link ExecutorService#awaitTermination} and {@link ExecutorService#close}. */
public abstract class TerminationContract extends ExecutorConformance {
    protected TerminationContract(ExecutorSubject subject) {
        super(subject);
    }

    // "Blocks until all tasks have completed execution after a shutdown request, or the timeout occurs, or the current
    // thread is
    // interrupted, whichever happens first."

    @Test
    void shouldWaitForAllTasks() throws Exception {
        Gate gate = newGate();
        Future<?> future = run(gate);
        executor.shutdown();
        Call waiter = new Call(() -> executor.awaitTermination(1, TimeUnit.DAYS)).awaitWaiting();
        assertThat(waiter.hasEnded()).isFalse();
        gate.open();
        assertThat(waiter.outcome()).isEqualTo(true);
        assertThat(future.isDone()).isTrue();
        assertThat(executor.isTerminated()).isTrue();
    }

    @Test
    void shouldTellAllWhoWait() throws Exception {
        Gate gate = newGate();
        begin(gate);
        List<Call> waiters = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            waiters.add(new Call(() -> executor.awaitTermination(1, TimeUnit.DAYS)).awaitWaiting());
        }
        executor.shutdown();
        gate.open();
        for (Call waiter : waiters) {
            assertThat(waiter.outcome()).isEqualTo(true);
        }
    }

    @ParameterizedTest
    @CsvSource(textBlock = LONG_TIME)
    void shouldWaitLong(long time, TimeUnit unit) throws Exception {
        Gate gate = newGate();
        begin(gate);
        executor.shutdown();
        Call waiter = new Call(() -> executor.awaitTermination(time, unit)).awaitWaiting();
        gate.open();
        assertThat(waiter.outcome()).isEqualTo(true);
    }

    // "true if this executor terminated and false if the timeout elapsed before termination"

    @ParameterizedTest
    @CsvSource(textBlock = NO_TIME)
    void shouldNotWaitWithoutTime(long time, TimeUnit unit) throws Exception {
        assertThat(executor.awaitTermination(time, unit)).isFalse();
        Gate gate = newGate();
        begin(gate);
        executor.shutdown();
        assertThat(executor.awaitTermination(time, unit)).isFalse();
        gate.open();
        assertThat(awaitTermination()).isTrue();
        assertThat(executor.awaitTermination(time, unit)).isTrue();
    }

    @Test
    void shouldSayWhenTheTimeIsUp() throws Exception {
        Gate gate = newGate();
        begin(gate);
        assertThat(executor.awaitTermination(3, TimeUnit.MILLISECONDS)).isFalse();
        executor.shutdown();
        assertThat(executor.awaitTermination(3, TimeUnit.MILLISECONDS)).isFalse();
        assertThat(executor.isTerminated()).isFalse();
    }

    // "InterruptedException - if interrupted while waiting"

    @Test
    void shouldLetThoseWhoWaitBeInterrupted() throws Exception {
        begin(newGate());
        executor.shutdown();
        Call waiter = new Call(() -> executor.awaitTermination(1, TimeUnit.DAYS))
                .awaitWaiting()
                .interrupt();
        assertThat(waiter.outcome()).isInstanceOf(InterruptedException.class);
        assertThat(waiter.leftInterrupted()).isFalse();
        assertThat(executor.isTerminated()).isFalse();
    }

    @Test
    void shouldNotBeginToWaitInAnInterruptedThread() {
        begin(newGate());
        executor.shutdown();
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> executor.awaitTermination(1, TimeUnit.DAYS)).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
    }

    // close: "Initiates an orderly shutdown in which previously submitted tasks are executed", "This method waits until
    // all
    // tasks have completed execution and the executor has terminated."

    @Test
    void shouldRunWhatWaitsWhenItIsClosed() throws Exception {
        List<Gate> gates = occupy();
        var runs = new AtomicInteger();
        for (int i = 0; i < 50; i++) {
            executor.execute(runs::incrementAndGet);
        }
        Call closer = new Call(() -> {
            executor.close();
            return runs.get();
        });
        await("it is being closed", executor::isShutdown);
        assertThat(closer.hasEnded()).isFalse();
        gates.forEach(Gate::open);
        assertThat(closer.outcome()).isEqualTo(50);
        assertThat(executor.isTerminated()).isTrue();
    }

    // "If interrupted while waiting, this method stops all executing tasks as if by invoking shutdownNow(). It then
    // continues to
    // wait until all actively executing tasks have completed." "The interrupt status will be re-asserted before this
    // method returns."

    @Test
    void shouldStopWhenItsCloserIsInterrupted() throws Exception {
        Future<?> running = run(newGate());
        Call closer = new Call(() -> {
            executor.close();
            return Thread.currentThread().isInterrupted();
        });
        closer.awaitWaiting().interrupt();
        assertThat(closer.outcome()).isEqualTo(true);
        assertThat(running.isDone()).isTrue();
        assertThat(executor.isTerminated()).isTrue();
    }

    @Test
    void shouldWaitForTasksThatIgnoreTheInterruptOfItsCloser() throws Exception {
        Gate deaf = newDeafGate();
        begin(deaf);
        Call closer = new Call(() -> {
            executor.close();
            return Thread.currentThread().isInterrupted();
        });
        closer.awaitWaiting().interrupt();
        closer.awaitWaiting();
        assertThat(closer.hasEnded()).isFalse();
        deaf.open();
        assertThat(closer.outcome()).isEqualTo(true);
    }

    @Test
    void shouldCloseInAThreadThatIsInterruptedAlready() {
        begin(newGate());
        Thread.currentThread().interrupt();
        executor.close();
        assertThat(Thread.interrupted()).as("still interrupted").isTrue();
        assertThat(executor.isTerminated()).isTrue();
    }

    // "Invoking it on a terminated executor has no effect", "if already shut down then waits"

    @Test
    void shouldBeClosedTwice() {
        executor.close();
        executor.close();
        assertThat(executor.isTerminated()).isTrue();
        Thread.currentThread().interrupt();
        executor.close();
        assertThat(Thread.interrupted()).as("still interrupted").isTrue();
    }

    @Test
    void shouldBeClosedByManyAtOnce() throws Exception {
        Gate gate = newGate();
        begin(gate);
        List<Call> closers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            closers.add(new Call(() -> {
                executor.close();
                return executor.isTerminated();
            }));
        }
        await("it is being closed", executor::isShutdown);
        gate.open();
        for (Call closer : closers) {
            assertThat(closer.outcome()).isEqualTo(true);
        }
    }

    @Test
    void shouldCloseAfterItWasStopped() {
        Future<?> running = run(newGate());
        assertThat(executor.shutdownNow()).isEmpty();
        executor.close();
        assertThat(running.isDone()).isTrue();
        assertThat(executor.isTerminated()).isTrue();
    }
}
