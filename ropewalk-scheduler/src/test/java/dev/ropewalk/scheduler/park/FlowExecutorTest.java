package dev.ropewalk.scheduler.park;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinWorkerThread;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** When runs come, and where signals of a timer do. */
@Timeout(60)
class FlowExecutorTest {
    private final AtomicInteger runs = new AtomicInteger();
    private final List<Throwable> refusals = new ArrayList<>();

    /** The thread of the JVM's timer is one for all. */
    @Test
    void shouldNotSignalInTheThreadOfTheTimer() {
        CompletableFuture<Thread> signalled = new CompletableFuture<>();
        Runnable _ = new FlowExecutor(Runnable::run).signalAfter(1, () -> {
            boolean ignored = signalled.complete(Thread.currentThread());
        });

        assertThat(signalled.join()).isInstanceOf(ForkJoinWorkerThread.class);
    }

    @Test
    void shouldMakeNoRunThatItHasRefused() {
        Queue<Runnable> queued = new ArrayDeque<>();
        var executor = new FlowExecutor(task -> {
            queued.add(task);
            throw new RejectedExecutionException("it runs all the same");
        });

        assertThatThrownBy(() -> executor.submit(runs::incrementAndGet, refusals::add))
                .hasMessage("it runs all the same");
        queued.remove().run();
        assertThat(runs).hasValue(0);
        assertThat(refusals).isEmpty();
    }

    @Test
    void shouldMakeARunOnceWhateverItsExecutorThrowsAfterIt() {
        new FlowExecutor(task -> {
                    task.run();
                    task.run();
                    throw new RejectedExecutionException("too late");
                })
                .submit(runs::incrementAndGet, refusals::add);

        assertThat(runs).hasValue(1);
        assertThat(refusals).isEmpty();
    }

    @Test
    void shouldThrowWhatARunHasThrownInTheCall() {
        var broken = new IllegalStateException("the steps broke");

        assertThatThrownBy(() -> new FlowExecutor(Runnable::run)
                        .submit(
                                () -> {
                                    throw broken;
                                },
                                refusals::add))
                .isSameAs(broken);
    }
}
