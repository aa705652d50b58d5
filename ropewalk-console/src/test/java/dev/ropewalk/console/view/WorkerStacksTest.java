package dev.ropewalk.console.view;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.Scheduler;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class WorkerStacksTest {
    @Test
    void shouldTakeNoThreadsOfOthersForWorkers() throws InterruptedException {
        var mayEnd = new CountDownLatch(1);
        Thread stranger = Thread.ofPlatform().name("stranger-worker-1").start(() -> {
            try {
                mayEnd.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        try (Scheduler scheduler = Scheduler.builder().name("ours").workers(1).build()) {
            var running = new CountDownLatch(1);
            scheduler.execute(running::countDown);
            running.await();
            assertThat(WorkerStacks.take().all()).containsKey("ours 0").doesNotContainKey("stranger 1");
        } finally {
            mayEnd.countDown();
            stranger.join();
        }
    }
}
