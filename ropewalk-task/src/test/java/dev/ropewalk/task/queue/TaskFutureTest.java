package dev.ropewalk.task.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.testing.Await;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.openjdk.jol.info.GraphLayout;

/** A submitted task by itself. */
class TaskFutureTest {
    @Test
    void shouldRunOnce() throws Exception {
        var runs = new AtomicInteger();
        var future = new TaskFuture<Integer>((Callable<Integer>) runs::incrementAndGet);
        assertThat(future.state()).isEqualTo(Future.State.RUNNING);
        future.run();
        future.run();
        assertThat(runs).hasValue(1);
        assertThat(future.get()).isEqualTo(1);
        assertThat(future.resultNow()).isEqualTo(1);
        assertThat(future.cancel(true)).isFalse();
        assertThat(future.isCancelled()).isFalse();
    }

    @Test
    void shouldKeepWhatWasThrown() {
        var thrown = new AssertionError("as told");
        var future = new TaskFuture<Object>((Runnable) () -> {
            throw thrown;
        });
        future.run();
        assertThat(future.exceptionNow()).isSameAs(thrown);
        assertThatThrownBy(future::get).isInstanceOf(ExecutionException.class).hasCause(thrown);
        assertThat(future).hasToString("Task[failed: java.lang.AssertionError: as told]");
    }

    @Test
    void shouldNotRunWhenItWasCancelled() {
        var runs = new AtomicInteger();
        var future = new TaskFuture<Integer>((Callable<Integer>) runs::incrementAndGet);
        assertThat(future.cancel(true)).isTrue();
        assertThat(future.cancel(true)).isFalse();
        future.run();
        assertThat(runs).hasValue(0);
        assertThat(future.state()).isEqualTo(Future.State.CANCELLED);
        assertThatThrownBy(future::get).isInstanceOf(CancellationException.class);
    }

    @Test
    void shouldTellAllWhoWait() throws Exception {
        var future = new TaskFuture<Integer>((Callable<Integer>) () -> 7);
        var told = new CountDownLatch(10);
        for (int i = 0; i < 10; i++) {
            Thread getter = Thread.ofVirtual().start(() -> {
                try {
                    assertThat(future.get()).isEqualTo(7);
                    told.countDown();
                } catch (InterruptedException | ExecutionException e) {
                    throw new AssertionError(e);
                }
            });
            Await.until("it waits", () -> getter.getState() == Thread.State.WAITING);
        }
        future.run();
        assertThat(told.await(Await.DEADLINE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void shouldKeepNothingOfGettersThatGaveUp() {
        var future = new TaskFuture<Integer>((Callable<Integer>) () -> 7);
        for (int i = 0; i < 10; i++) {
            assertThatThrownBy(() -> future.get(1, TimeUnit.NANOSECONDS)).isInstanceOf(TimeoutException.class);
        }
        long before = GraphLayout.parseInstance(future).totalCount();
        for (int i = 0; i < 100; i++) {
            assertThatThrownBy(() -> future.get(1, TimeUnit.NANOSECONDS)).isInstanceOf(TimeoutException.class);
        }
        assertThat(GraphLayout.parseInstance(future).totalCount() - before).isLessThan(100);
    }

    @Test
    void shouldLetAGetterBeInterrupted() {
        var future = new TaskFuture<Integer>((Callable<Integer>) () -> 7);
        Thread.currentThread().interrupt();
        assertThatThrownBy(future::get).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
    }
}
