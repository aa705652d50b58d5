package dev.ropewalk.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.StackEnd;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Callers whose stack overflows at each call of what they call in turn. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OverflowTest {
    private static final int EXECUTORS = 400;
    private static final int MANY = 100_000;

    @Test
    void shouldStartAGraphThatEndsOrThrow() throws Exception {
        TaskGraphDraft builder = TaskGraph.draft();
        var ran = new AtomicInteger();
        builder.run("a", context -> ran.incrementAndGet());
        builder.run("b", context -> ran.incrementAndGet());
        TaskGraph graph = builder.build();
        List<GraphRun> runs = new ArrayList<>(MANY);

        StackEnd.sweepElsewhere(() -> succeeds(() -> runs.add(graph.start())));

        for (GraphRun run : runs) {
            assertThat(run.join().isSuccess()).isTrue();
        }
        assertThat(ran).hasValue(2 * runs.size());
    }

    @Test
    void shouldCancelAGraphOrLeaveItToALaterCancel() throws Exception {
        TaskGraphDraft builder = TaskGraph.draft();
        builder.run("never", context -> new CountDownLatch(1).await());
        TaskGraph graph = builder.build();
        List<GraphRun> runs = new ArrayList<>();
        for (int i = 0; i < EXECUTORS; i++) {
            runs.add(graph.start());
        }
        var next = new AtomicInteger();

        StackEnd.sweepElsewhere(() -> {
            GraphRun run = runs.get(next.getAndIncrement() % EXECUTORS);
            return succeeds(run::cancel);
        });

        for (GraphRun run : runs) {
            run.cancel();
            assertThat(run.join().isSuccess()).isFalse();
        }
    }

    /** Does something that may overflow the stack; returns whether it didn't. */
    private static boolean succeeds(Step step) {
        try {
            step.take();
            return true;
        } catch (StackOverflowError noStack) {
            return false;
        } catch (Exception e) {
            throw new AssertionError("nothing else goes wrong", e);
        }
    }

    private interface Step {
        void take() throws Exception;
    }
}
