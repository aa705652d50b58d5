package dev.ropewalk.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.testing.Await;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Ten thousand pipelines on two workers need no thread of their own, and no CPU while there is nothing to do. */
@Tag("slow")
class ManyPipelinesTest extends PipelineTests {
    private static final int PIPELINES = 10_000;
    private static final int ROUNDS = 20;
    private static final Duration WINDOW = Duration.ofSeconds(2);

    /** A hundredth of the window: far less than what any polling of ten thousand stages takes. */
    private static final Duration MAX_CPU = WINDOW.dividedBy(100);

    @Test
    void shouldRunTenThousandPipelinesOnTwoWorkers() throws InterruptedException {
        var handled = new AtomicLong();
        long threadsBefore = ManagementFactory.getThreadMXBean().getTotalStartedThreadCount();
        List<Pipeline<Event>> pipelines = new ArrayList<>();
        for (int i = 0; i < PIPELINES; i++) {
            pipelines.add(Pipeline.<Event>builder(Event::new)
                    .scheduler(scheduler)
                    .capacity(8)
                    .stage("add", (event, sequence, endOfBatch) -> event.value++)
                    .then((event, sequence, endOfBatch) -> handled.addAndGet(event.value))
                    .build());
        }
        for (int round = 0; round < ROUNDS; round++) {
            for (Pipeline<Event> pipeline : pipelines) {
                pipeline.publish(value(1));
            }
        }
        long sum = 2L * PIPELINES * ROUNDS;
        Await.until("all events are handled", () -> handled.get() == sum, Duration.ofSeconds(60));
        assertThat(ManagementFactory.getThreadMXBean().getTotalStartedThreadCount() - threadsBefore)
                .as("threads that were started, those of the JVM included")
                .isLessThan(20);

        awaitQuiet();
        long before = workersCpuNanos();
        LockSupport.parkNanos(WINDOW.toNanos());
        assertThat(Duration.ofNanos(workersCpuNanos() - before)).isLessThan(MAX_CPU);

        pipelines.forEach(
                pipeline -> assertThat(pipeline.close(LONG).isComplete()).isTrue());
    }

    private List<Thread> workers() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("many-"))
                .toList();
    }

    private void awaitQuiet() {
        Await.until(
                "all workers sleep",
                () -> workers().stream()
                        .allMatch(thread -> thread.getState() == Thread.State.WAITING
                                || thread.getState() == Thread.State.TIMED_WAITING));
    }

    private long workersCpuNanos() {
        assertThat(workers()).hasSizeGreaterThanOrEqualTo(2);
        return workers().stream()
                .mapToLong(thread -> ManagementFactory.getThreadMXBean().getThreadCpuTime(thread.threadId()))
                .sum();
    }
}
