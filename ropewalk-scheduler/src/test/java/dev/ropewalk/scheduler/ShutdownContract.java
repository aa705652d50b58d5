package dev.ropewalk.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** {@link ExecutorService#shutdown}, shutdownNow, isShutdown and isTerminated. */
public abstract class ShutdownContract extends ExecutorConformance {
    protected ShutdownContract(ExecutorSubject subject) {
        super(subject);
    }

    // isShutdown, isTerminated: "never true unless either shutdown or shutdownNow was called first"

    @Test
    void shouldBeOpenAtFirstAndAfterTasks() throws Exception {
        assertThat(executor.isShutdown()).isFalse();
        assertThat(executor.isTerminated()).isFalse();
        assertThat(get(executor.submit(() -> 1))).isEqualTo(1);
        assertThat(executor.isShutdown()).isFalse();
        assertThat(executor.isTerminated()).isFalse();
    }

    @Test
    void shouldBeShutDownAtOnceAndTerminatedWhenAllTasksHaveEnded() throws Exception {
        Gate gate = newGate();
        Future<?> future = run(gate);
        executor.shutdown();
        assertThat(executor.isShutdown()).isTrue();
        assertThat(executor.isTerminated()).isFalse();
        gate.open();
        assertThat((Object) get(future)).isNull();
        assertThat(awaitTermination()).isTrue();
        assertThat(executor.isShutdown()).isTrue();
        assertThat(executor.isTerminated()).isTrue();
    }

    @Test
    void shouldTerminateWithoutTasks() throws Exception {
        executor.shutdown();
        assertThat(awaitTermination()).isTrue();
        assertThat(executor.isTerminated()).isTrue();
    }

    @Test
    void shouldTerminateWithoutTasksWhenItIsStopped() throws Exception {
        assertThat(executor.shutdownNow()).isEmpty();
        assertThat(executor.isShutdown()).isTrue();
        assertThat(awaitTermination()).isTrue();
        assertThat(executor.isTerminated()).isTrue();
    }

    // shutdown: "previously submitted tasks are executed", "Invocation has no additional effect if already shut down."

    @Test
    void shouldRunWhatWaits() throws Exception {
        List<Gate> gates = occupy();
        var runs = new AtomicInteger();
        List<Future<?>> futures = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            futures.add(executor.submit(runs::incrementAndGet));
        }
        executor.shutdown();
        executor.shutdown();
        assertThat(runs).hasValue(0);
        gates.forEach(Gate::open);
        assertThat(awaitTermination()).isTrue();
        assertThat(runs).hasValue(100);
        assertThat(futures).allMatch(future -> future.state() == Future.State.SUCCESS);
    }

    @Test
    void shouldNotInterruptWhatRuns() throws Exception {
        Gate gate = newGate();
        var interrupted = new CompletableFuture<Boolean>();
        executor.execute(() -> {
            gate.run();
            interrupted.complete(Thread.interrupted());
        });
        gate.awaitEntered();
        executor.shutdown();
        gate.open();
        assertThat(get(interrupted)).isFalse();
    }

    @Test
    void shouldNotInterruptWhatWaitsWhenItIsRun() throws Exception {
        List<Gate> gates = occupy();
        Future<Boolean> future = executor.submit(() -> Thread.currentThread().isInterrupted());
        executor.shutdown();
        gates.forEach(Gate::open);
        assertThat(get(future)).isFalse();
    }

    // "This method does not wait for previously submitted tasks to complete execution."

    @Test
    void shouldLetATaskShutItDown() throws Exception {
        Future<Boolean> future = executor.submit(() -> {
            executor.shutdown();
            return executor.isShutdown() && !executor.isTerminated();
        });
        assertThat(get(future)).isTrue();
        assertThat(awaitTermination()).isTrue();
    }

    @Test
    void shouldLetATaskStopIt() throws Exception {
        unlessKnownToBreak(Promise.INTERRUPTS_ALL_THAT_RUN);
        var interrupted = new CompletableFuture<Boolean>();
        executor.execute(() -> {
            List<Runnable> left = executor.shutdownNow();
            interrupted.complete(left.isEmpty() && Thread.interrupted());
        });
        assertThat(get(interrupted)).isTrue();
        assertThat(awaitTermination()).isTrue();
    }

    // shutdownNow: "Attempts to stop all actively executing tasks", "typical implementations will cancel via
    // Thread.interrupt"

    @Test
    void shouldInterruptAllThatRun() throws Exception {
        List<Future<?>> futures = List.of(run(newGate()), run(newGate()));
        assertThat(executor.shutdownNow()).isEmpty();
        assertThat(awaitTermination()).isTrue();
        assertThat(futures).allMatch(Future::isDone);
    }

    @Test
    void shouldGoOnWithATaskThatIgnoresIt() throws Exception {
        Gate deaf = newDeafGate();
        Future<?> future = run(deaf);
        assertThat(executor.shutdownNow()).isEmpty();
        assertThat(executor.isTerminated()).isFalse();
        unlessKnownToBreak(Promise.LEAVES_ALONE_WHAT_IT_HANDS_BACK);
        assertThat(future.isDone()).isFalse();
        deaf.open();
        assertThat(awaitTermination()).isTrue();
        assertThat(future.state()).isEqualTo(Future.State.SUCCESS);
    }

    // "halts the processing of waiting tasks, and returns a list of the tasks that were awaiting execution"

    @Test
    void shouldNeverRunWhatWaited() throws Exception {
        occupy();
        var runs = new AtomicInteger();
        for (int i = 0; i < 20; i++) {
            executor.execute(runs::incrementAndGet);
        }
        List<Runnable> left = executor.shutdownNow();
        assertThat(awaitTermination()).isTrue();
        assertThat(runs).hasValue(0);
        unlessKnownToBreak(Promise.HANDS_BACK_WHAT_WAITS);
        assertThat(left).hasSize(20);
    }

    @Test
    void shouldHandBackWhatWaits() {
        occupy();
        unlessKnownToBreak(Promise.HANDS_BACK_WHAT_WAITS);
        List<Object> waiting = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            waiting.add(executor.submit(() -> 1));
        }
        assertThat(executor.shutdownNow()).hasSameElementsAs(castAll(waiting));
        assertThat(executor.shutdownNow()).isEmpty();
    }

    private static List<Runnable> castAll(List<Object> tasks) {
        return tasks.stream().map(Runnable.class::cast).toList();
    }

    @Test
    void shouldLeaveFuturesThatItHandsBackToTheCaller() throws Exception {
        occupy();
        unlessKnownToBreak(Promise.LEAVES_ALONE_WHAT_IT_HANDS_BACK);
        Future<Integer> run = executor.submit(() -> 1);
        Future<Integer> cancelled = executor.submit(() -> 2);
        List<Runnable> left = executor.shutdownNow();
        assertThat(run.isDone()).isFalse();
        assertThat(cancelled.cancel(false)).isTrue();
        left.forEach(Runnable::run);
        assertThat(get(run)).isEqualTo(1);
        assertThat(cancelled.state()).isEqualTo(Future.State.CANCELLED);
        assertThat(awaitTermination()).isTrue();
    }

    @Test
    void shouldNotHandBackWhatHasRunOrRuns() throws Exception {
        assertThat(get(executor.submit(() -> 1))).isEqualTo(1);
        Future<?> running = run(newDeafGate());
        assertThat(executor.shutdownNow()).doesNotContain((Runnable) running);
    }

    @Test
    void shouldStopAfterItWasShutDown() throws Exception {
        occupy();
        var runs = new AtomicInteger();
        executor.execute(runs::incrementAndGet);
        executor.shutdown();
        List<Runnable> left = executor.shutdownNow();
        assertThat(awaitTermination()).isTrue();
        assertThat(runs).hasValue(0);
        unlessKnownToBreak(Promise.HANDS_BACK_WHAT_WAITS);
        assertThat(left).hasSize(1);
    }

    @Test
    void shouldNotGoBackToAnEarlierStateWhenItIsShutDownAgain() throws Exception {
        Future<?> running = run(newGate());
        assertThat(executor.shutdownNow()).isEmpty();
        executor.shutdown();
        assertThat(awaitTermination()).as("still stopped").isTrue();
        assertThat(running.isDone()).isTrue();
        executor.shutdown();
        assertThat(executor.isTerminated()).isTrue();
        assertThat(executor.shutdownNow()).isEmpty();
    }

    @Test
    void shouldBeStoppedByManyAtOnce() throws Exception {
        begin(newGate());
        List<Call> callers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            callers.add(new Call(
                    i % 2 == 0
                            ? executor::shutdownNow
                            : () -> {
                                executor.shutdown();
                                return List.of();
                            }));
        }
        for (Call caller : callers) {
            assertThat(caller.outcome()).isEqualTo(List.of());
        }
        assertThat(awaitTermination()).isTrue();
    }
}
