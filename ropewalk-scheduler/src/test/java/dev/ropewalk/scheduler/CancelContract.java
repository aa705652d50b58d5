package dev.ropewalk.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@link Future#cancel} and {@link Future#isCancelled}. */
public abstract class CancelContract extends ExecutorConformance {
    protected CancelContract(ExecutorSubject subject) {
        super(subject);
    }

    // "This method has no effect if the task is already completed or cancelled"

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldNotCancelWhatHasSucceeded(boolean interrupt) throws Exception {
        Future<Integer> future = executor.submit(() -> 7);
        assertThat(get(future)).isEqualTo(7);
        assertThat(future.cancel(interrupt)).isFalse();
        assertThat(future.isCancelled()).isFalse();
        assertThat(future.get()).isEqualTo(7);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldNotCancelWhatHasFailed(boolean interrupt) {
        Future<?> future = executor.submit(() -> {
            throw new IllegalStateException("as told");
        });
        await("it has failed", future::isDone);
        assertThat(future.cancel(interrupt)).isFalse();
        assertThat(future.isCancelled()).isFalse();
        assertThatThrownBy(future::get).isInstanceOf(ExecutionException.class);
    }

    @Test
    void shouldStayCancelledWhenItIsCancelledAgain() {
        Future<?> future = run(newGate());
        assertThat(future.cancel(true)).isTrue();
        boolean ignored = future.cancel(true) || future.cancel(false);
        assertThat(future.isCancelled()).isTrue();
        assertThatThrownBy(future::get).isInstanceOf(CancellationException.class);
    }

    // "If the task has not started when cancel is called, this task should never run."

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldNeverRunWhatIsCancelledBeforeItStarts(boolean interrupt) throws Exception {
        var gates = occupy();
        var runs = new AtomicInteger();
        Future<?> future = executor.submit(runs::incrementAndGet);
        assertThat(future.cancel(interrupt)).isTrue();
        assertThat(future.isDone()).isTrue();
        gates.forEach(Gate::open);
        executor.shutdown();
        assertThat(awaitTermination()).isTrue();
        assertThat(runs).hasValue(0);
    }

    // "If the task has already started, then the parameter determines whether the thread is interrupted"

    @Test
    void shouldInterruptWhatRuns() throws Exception {
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        var entered = new CountDownLatch(1);
        Future<?> future = executor.submit(() -> {
            entered.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.complete(Thread.currentThread().isInterrupted());
            }
        });
        entered.await();
        assertThat(future.cancel(true)).isTrue();
        assertThat(get(interrupted)).as("the interrupt is used up").isFalse();
    }

    @Test
    void shouldLetWhatRunsGoOnIfNotToldToInterrupt() throws Exception {
        Gate gate = newGate();
        var interrupted = new CompletableFuture<Boolean>();
        Future<?> future = executor.submit(() -> {
            gate.run();
            interrupted.complete(Thread.interrupted());
        });
        gate.awaitEntered();
        assertThat(future.cancel(false)).isTrue();
        assertThat(future.isDone()).isTrue();
        gate.open();
        assertThat(get(interrupted)).isFalse();
    }

    // "After this method returns, isDone is true", "isCancelled is true if this method returns true"

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void shouldBeDoneAndCancelledAlthoughTheTaskStillRuns(boolean interrupt) {
        Gate gate = newDeafGate();
        Future<?> future = run(gate);
        assertThat(future.isCancelled()).isFalse();
        assertThat(future.cancel(interrupt)).isTrue();
        assertThat(future.isDone()).isTrue();
        assertThat(future.isCancelled()).isTrue();
        assertThat(future.state()).isEqualTo(Future.State.CANCELLED);
    }

    @Test
    void shouldStayCancelledWhenTheTaskReturnsOrThrows() throws Exception {
        Gate gate = newGate();
        Future<Integer> returns = executor.submit(() -> {
            gate.run();
            return 1;
        });
        gate.awaitEntered();
        assertThat(returns.cancel(false)).isTrue();
        gate.open();
        Gate other = newGate();
        Future<?> fails = executor.submit(() -> {
            other.run();
            throw new IllegalStateException("as told");
        });
        other.awaitEntered();
        assertThat(fails.cancel(true)).isTrue();
        executor.shutdown();
        assertThat(awaitTermination()).isTrue();
        assertThatThrownBy(returns::get).isInstanceOf(CancellationException.class);
        assertThatThrownBy(fails::get).isInstanceOf(CancellationException.class);
    }

    @Test
    void shouldLetATaskCancelItself() throws Exception {
        var self = new CompletableFuture<Future<?>>();
        var interrupted = new CompletableFuture<Boolean>();
        Gate gate = newGate();
        boolean set = self.complete(executor.submit(() -> {
            gate.run();
            boolean cancelled = self.join().cancel(true);
            interrupted.complete(cancelled && Thread.interrupted());
        }));
        assertThat(set).isTrue();
        gate.open();
        assertThat(get(interrupted)).isTrue();
        assertThat(self.join().isCancelled()).isTrue();
    }

    @Test
    void shouldLeaveThreadsToOthersAfterCancellations() throws Exception {
        for (int i = 0; i < 5; i++) {
            Gate one = newGate();
            Gate other = newGate();
            Future<?> first = run(one);
            Future<?> second = run(other);
            assertThat(first.cancel(true)).isTrue();
            assertThat(second.cancel(true)).isTrue();
        }
        assertThat(get(executor.submit(() -> Thread.currentThread().isInterrupted())))
                .isFalse();
    }
}
