package dev.ropewalk.pipeline;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;

/** What tests of pipelines share. */
public abstract class PipelineTests {
    protected static final Duration LONG = Duration.ofSeconds(20);

    protected final Scheduler scheduler =
            Scheduler.builder().name("many").workers(2).build();

    @AfterEach
    void closeScheduler() {
        scheduler.close();
    }

    protected static Translator<Event> value(long value) {
        return (event, sequence) -> event.value = value;
    }

    protected static StageStats stats(Pipeline<Event> pipeline, String stage) {
        return Objects.requireNonNull(pipeline.stats().stages().get(stage));
    }

    /** Starts a daemon thread. */
    protected static Thread start(Task task) {
        return Thread.ofPlatform().daemon().start(() -> {
            try {
                task.run();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }

    protected static void awaitSleep(Thread thread) {
        Await.until(
                thread + " waits",
                () -> thread.getState() == Thread.State.WAITING || thread.getState() == Thread.State.TIMED_WAITING);
    }

    protected static void awaitEnd(Thread thread) {
        Await.until(thread + " has ended", () -> !thread.isAlive());
    }

    /** What a thread does. */
    @FunctionalInterface
    protected interface Task {
        void run() throws Exception;
    }
}
