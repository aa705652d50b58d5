package dev.ropewalk.scheduler.park;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ForkJoinWorkerThread;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Where signals of a timer come. */
@Timeout(60)
class FlowExecutorTest {
    /** The thread of the JVM's timer is one for all. */
    @Test
    void shouldNotSignalInTheThreadOfTheTimer() {
        CompletableFuture<Thread> signalled = new CompletableFuture<>();
        Runnable _ = new FlowExecutor(Runnable::run).signalAfter(1, () -> {
            boolean ignored = signalled.complete(Thread.currentThread());
        });

        assertThat(signalled.join()).isInstanceOf(ForkJoinWorkerThread.class);
    }
}
