package dev.ropewalk.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The contract of an executor service's end. */
public abstract class ExecutorEndContract {
    private final ExecutorSubject subject;
    private ExecutorService executor;

    protected ExecutorEndContract(ExecutorSubject subject) {
        this.subject = subject;
        this.executor = subject.open(2);
    }

    @AfterEach
    void dispose() {
        subject.dispose(executor);
    }

    @Test
    void shouldTerminateAtOnceIfNothingRuns() throws Exception {
        executor.shutdown();
        assertThat(awaitTermination()).isTrue();
        assertThat(executor.isShutdown()).isTrue();
        assertThat(executor.isTerminated()).isTrue();
        executor.shutdown();
        assertThat(executor.shutdownNow()).isEmpty();
        assertThat(executor.isTerminated()).isTrue();
    }

    @Test
    void shouldTerminateOnlyWhenTheLastTaskHasEnded() throws Exception {
        Gate[] gates = occupy();
        executor.shutdown();

        assertThat(executor.isShutdown()).isTrue();
        gates[0].open();
        assertThat(executor.awaitTermination(20, TimeUnit.MILLISECONDS)).isFalse();
        assertThat(executor.isTerminated()).isFalse();
        gates[1].open();
        assertThat(awaitTermination()).isTrue();
        assertThat(executor.isTerminated()).isTrue();
    }

    @Test
    void shouldRunWhatWaitsWhenItIsShutDown() throws Exception {
        Gate[] gates = occupy();
        var ran = new AtomicInteger();
        for (int i = 0; i < 1_000; i++) {
            executor.execute(ran::incrementAndGet);
        }
        executor.shutdown();
        assertThatThrownBy(() -> executor.execute(ran::incrementAndGet)).isInstanceOf(RejectedExecutionException.class);
        open(gates);

        assertThat(awaitTermination()).isTrue();
        assertThat(ran).hasValue(1_000);
    }

    @Test
    void shouldHandBackWhatWaitsAndInterruptWhatRuns() throws Exception {
        Gate[] gates = occupy();
        var ran = new AtomicInteger();
        List<Runnable> waiting = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            waiting.add((Runnable) executor.submit(ran::incrementAndGet));
        }

        List<Runnable> handedBack = executor.shutdownNow();

        assertThat(handedBack).containsExactlyElementsOf(waiting);
        assertThat(awaitTermination()).as("interrupted gates let go").isTrue();
        assertThat(gates).allMatch(Gate::isEntered);
        assertThat(ran).hasValue(0);
        assertThat(waiting).noneMatch(task -> ((Future<?>) task).isDone());
        assertThat(executor.shutdownNow()).isEmpty();
    }

    @Test
    void shouldHandBackWhatWaitsAfterAnOrderlyShutdown() throws Exception {
        Gate[] gates = occupy();
        Future<?> waiting = executor.submit(() -> {});
        executor.shutdown();
        assertThat(executor.isTerminated()).isFalse();

        assertThat(executor.shutdownNow()).isEqualTo(List.of(waiting));
        open(gates);
        assertThat(awaitTermination()).isTrue();
    }

    @Test
    void shouldWaitForARunningTaskThatIsDeafToInterrupts() throws Exception {
        Gate gate = Gate.deaf();
        executor.execute(gate);
        gate.awaitEntered();
        assertThat(executor.shutdownNow()).isEmpty();
        assertThat(executor.awaitTermination(20, TimeUnit.MILLISECONDS)).isFalse();
        gate.open();
        assertThat(awaitTermination()).isTrue();
    }

    @Test
    void shouldWaitForAllWhenItIsClosed() {
        var ran = new AtomicInteger();
        for (int i = 0; i < 500; i++) {
            executor.execute(ran::incrementAndGet);
        }
        executor.close();
        assertThat(ran).hasValue(500);
        assertThat(executor.isTerminated()).isTrue();
        executor.close();
    }

    @Test
    void shouldStopWhenItsCloserIsInterrupted() {
        occupy();
        var ran = new AtomicInteger();
        Future<?> waiting = executor.submit(ran::incrementAndGet);
        Thread.currentThread().interrupt();
        executor.close();
        assertThat(Thread.interrupted()).as("still interrupted").isTrue();
        assertThat(executor.isTerminated()).isTrue();
        assertThat(ran).hasValue(0);
        assertThat(waiting.isDone()).as("is told, where an owner is").isEqualTo(waiting.isCancelled());
    }

    @Test
    void shouldLetWaitersForTerminationBeInterrupted() {
        Gate[] gates = occupy();
        Thread.currentThread().interrupt();
        assertThatThrownBy(this::awaitTermination).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
        open(gates);
    }

    /**
     * Whatever moment shutting down hits: an accepted task runs before termination or is handed back. The JDK's scheduled
     * pool doesn't keep to it: it cancels a task that comes at that moment and says nothing.
     */
    @Test
    void shouldRunOrHandBackEveryAcceptedTask() throws Exception {
        assumeThat(subject.broken()).doesNotContain(Promise.LOSES_NOTHING_AT_ITS_END);
        for (int round = 0; round < 60; round++) {
            ExecutorService stopped = subject.open(2);
            var accepted = new AtomicLong();
            var ran = new AtomicLong();
            var stop = new AtomicBoolean();
            List<Thread> submitters = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                submitters.add(Thread.ofPlatform().start(() -> submitUntilRejected(stopped, accepted, ran, stop)));
            }
            Await.until("all submit", () -> accepted.get() > 300);
            boolean now = round % 2 == 0;
            long handedBack = 0;
            if (now) {
                handedBack = stopped.shutdownNow().size();
            } else {
                stopped.shutdown();
            }
            assertThat(stopped.awaitTermination(Await.DEADLINE.toMillis(), TimeUnit.MILLISECONDS))
                    .isTrue();
            long ranThen = ran.get();
            for (Thread submitter : submitters) {
                submitter.join();
            }
            assertThat(ran).as("tasks that ran after termination").hasValue(ranThen);
            assertThat(ranThen + handedBack).isEqualTo(accepted.get());
            subject.dispose(stopped);
        }
    }

    /** From outside, and from a task that submits another one; never so many that what waits takes long to run. */
    private static void submitUntilRejected(
            ExecutorService executor, AtomicLong accepted, AtomicLong ran, AtomicBoolean stop) {
        while (!stop.get()) {
            while (accepted.get() - ran.get() > 1_000 && !executor.isShutdown()) {
                Await.pass(Duration.ofNanos(50_000));
            }
            try {
                executor.execute(() -> {
                    ran.incrementAndGet();
                    try {
                        executor.execute(ran::incrementAndGet);
                        accepted.incrementAndGet();
                    } catch (RejectedExecutionException end) {
                        stop.set(true);
                    }
                });
                accepted.incrementAndGet();
            } catch (RejectedExecutionException end) {
                stop.set(true);
            }
        }
    }

    private boolean awaitTermination() throws InterruptedException {
        return executor.awaitTermination(Await.DEADLINE.toMillis(), TimeUnit.MILLISECONDS);
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
}
