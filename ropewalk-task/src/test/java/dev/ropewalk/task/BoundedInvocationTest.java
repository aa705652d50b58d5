package dev.ropewalk.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.scheduler.Gate;
import dev.ropewalk.testing.Await;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Running several tasks where there isn't room for all of them. */
class BoundedInvocationTest {
    private final AtomicInteger ran = new AtomicInteger();
    private final List<Gate> gates = new ArrayList<>();
    private BoundedExecutor executor = BoundedExecutor.builder(1).build();

    @AfterEach
    void close() {
        gates.forEach(Gate::open);
        executor.close();
    }

    @Test
    void shouldCancelWhatFoundNoRoomWhenTheTimeForAllIsUp() throws InterruptedException {
        use(1, 1, OverflowPolicy.BLOCK);
        occupy();
        executor.execute(() -> {});
        List<Future<Integer>> futures = executor.invokeAll(countingTasks(3), 1, TimeUnit.MILLISECONDS);
        assertThat(futures).hasSize(3).allMatch(Future::isCancelled);
        gates.forEach(Gate::open);
        executor.close();
        assertThat(ran).hasValue(0);
        assertThat(executor.stats().waiting()).isZero();
    }

    @Test
    void shouldGiveUpWhenTheTimeForAnyIsUpBeforeThereIsRoom() {
        use(1, 1, OverflowPolicy.BLOCK);
        occupy();
        executor.execute(() -> {});
        assertThatThrownBy(() -> executor.invokeAny(countingTasks(3), 1, TimeUnit.MILLISECONDS))
                .isInstanceOf(TimeoutException.class);
        gates.forEach(Gate::open);
        executor.close();
        assertThat(ran).hasValue(0);
    }

    @Test
    void shouldSayThatItWasInterruptedWhileItWaitedForRoom() throws Exception {
        use(1, 1, OverflowPolicy.BLOCK);
        occupy();
        executor.execute(() -> {});
        assertThat(thrownWhenInterrupted(() -> executor.invokeAll(countingTasks(2))))
                .isInstanceOf(InterruptedException.class);
        assertThat(thrownWhenInterrupted(() -> executor.invokeAll(countingTasks(2), 1, TimeUnit.DAYS)))
                .isInstanceOf(InterruptedException.class);
        assertThat(thrownWhenInterrupted(() -> executor.invokeAny(countingTasks(2))))
                .isInstanceOf(InterruptedException.class);
        assertThat(thrownWhenInterrupted(() -> executor.invokeAny(countingTasks(2), 1, TimeUnit.DAYS)))
                .isInstanceOf(InterruptedException.class);
        assertThat(thrownWhenInterrupted(() -> executor.submit(() -> 1).get()))
                .isInstanceOf(RejectedExecutionException.class);
        gates.forEach(Gate::open);
        executor.close();
        assertThat(ran).hasValue(0);
    }

    /** Runs a call in a thread that is interrupted once it waits; returns what it has thrown. */
    private static Throwable thrownWhenInterrupted(Callable<?> call) throws Exception {
        var thrown = new CompletableFuture<Throwable>();
        Thread thread = Thread.ofPlatform().start(() -> {
            try {
                thrown.complete(new AssertionError("returned " + call.call()));
            } catch (Throwable e) {
                thrown.complete(e);
            }
        });
        Await.until("it waits", () -> thread.getState() != Thread.State.RUNNABLE);
        thread.interrupt();
        return thrown.get(Await.DEADLINE.toSeconds(), TimeUnit.SECONDS);
    }

    @Test
    void shouldEndARaceWhoseNextTaskStillWaitsForRoom() throws Exception {
        use(2, 0, OverflowPolicy.BLOCK);
        occupy();
        var first = new Gate();
        gates.add(first);
        var second = new AtomicInteger();
        var result = new CompletableFuture<String>();
        Thread caller = Thread.ofPlatform().start(() -> {
            try {
                result.complete(executor.invokeAny(List.of(
                        () -> {
                            first.run();
                            return "first";
                        },
                        () -> {
                            second.incrementAndGet();
                            new Gate().run();
                            return "second";
                        })));
            } catch (InterruptedException | ExecutionException e) {
                result.completeExceptionally(e);
            }
        });
        first.awaitEntered();
        Await.until("the second waits for room", () -> caller.getState() == Thread.State.WAITING);
        first.open();
        assertThat(result).succeedsWithin(Await.DEADLINE).isEqualTo("first");
    }

    @ParameterizedTest
    @EnumSource(OverflowPolicy.class)
    void shouldStartFurtherTasksOfARaceAsThereIsRoom(OverflowPolicy policy) throws Exception {
        use(1, 2, policy);
        List<Callable<Integer>> tasks = Collections.nCopies(50, () -> 7);
        for (int i = 0; i < 200; i++) {
            assertThat(executor.invokeAny(tasks)).isEqualTo(7);
        }
    }

    @ParameterizedTest
    @EnumSource(OverflowPolicy.class)
    void shouldTryAllTasksOfARaceAlthoughThereIsRoomForFew(OverflowPolicy policy) throws Exception {
        use(2, 1, policy);
        List<Callable<Integer>> tasks = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            tasks.add(() -> {
                ran.incrementAndGet();
                throw new IllegalStateException("as told");
            });
        }
        assertThatThrownBy(() -> executor.invokeAny(tasks))
                .isInstanceOf(ExecutionException.class)
                .hasCauseInstanceOf(IllegalStateException.class);
        assertThat(ran).hasValue(30);
        tasks.add(() -> 8);
        assertThat(executor.invokeAny(tasks)).isEqualTo(8);
    }

    @Test
    void shouldRejectARaceOfWhichNoTaskFindsRoom() {
        use(1, 1, OverflowPolicy.REJECT);
        occupy();
        executor.execute(() -> {});
        assertThatThrownBy(() -> executor.invokeAny(countingTasks(2))).isInstanceOf(RejectedExecutionException.class);
    }

    @Test
    void shouldRunNothingIfATaskIsMissing() {
        List<Callable<Integer>> tasks = new ArrayList<>(countingTasks(2));
        tasks.add(null);
        assertThatThrownBy(() -> executor.invokeAll(tasks)).isInstanceOf(NullPointerException.class);
        assertThatThrownBy(() -> executor.invokeAny(tasks)).isInstanceOf(NullPointerException.class);
        executor.close();
        assertThat(ran).hasValue(0);
    }

    private void use(int limit, int capacity, OverflowPolicy policy) {
        executor.close();
        executor = BoundedExecutor.builder(limit).capacity(capacity, policy).build();
    }

    private void occupy() {
        var gate = new Gate();
        gates.add(gate);
        executor.execute(gate);
        gate.awaitEntered();
    }

    private List<Callable<Integer>> countingTasks(int count) {
        return Collections.nCopies(count, ran::incrementAndGet);
    }
}
