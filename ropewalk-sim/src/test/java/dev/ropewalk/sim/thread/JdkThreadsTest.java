package dev.ropewalk.sim.thread;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.base.Uninterruptibly;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.Test;

class JdkThreadsTest {
    private final Object monitor = new Object();
    private final BlockingQueue<Runnable> continuations = new LinkedBlockingQueue<>();

    @Test
    void shouldTellAThreadWhoseMonitorWasLeft() throws InterruptedException {
        var held = new CountDownLatch(1);
        var left = new CountDownLatch(1);
        Thread holder = Thread.ofPlatform().start(() -> {
            synchronized (monitor) {
                held.countDown();
                Uninterruptibly.await(left);
            }
        });
        held.await();
        Thread thread = JdkThreads.newBuilder(continuations::add).start(() -> {
            synchronized (monitor) {
                monitor.notifyAll();
            }
        });
        continuations.take().run();

        assertThat(JdkThreads.waitsForMonitor(thread)).isTrue();
        assertThat(JdkThreads.isUnblocked(thread)).isFalse();

        left.countDown();
        Runnable resumed = continuations.take();

        assertThat(JdkThreads.waitsForMonitor(thread)).isFalse();
        assertThat(JdkThreads.isUnblocked(thread)).isTrue();

        resumed.run();

        assertThat(thread.isAlive()).isFalse();
        holder.join();
    }
}
