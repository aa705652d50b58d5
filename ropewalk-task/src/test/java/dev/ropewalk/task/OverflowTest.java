package dev.ropewalk.task;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.Gate;
import dev.ropewalk.scheduler.StackEnd;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Callers whose stack overflows at each call of what they call in turn. */
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class OverflowTest {
    private static final int EXECUTORS = 400;

    @Test
    void shouldInterruptWhatRunsOrThrow() throws Exception {
        List<BoundedExecutor> running = new ArrayList<>();
        for (int i = 0; i < EXECUTORS; i++) {
            BoundedExecutor executor = BoundedExecutor.builder(1).build();
            var gate = new Gate();
            executor.execute(gate);
            gate.awaitEntered();
            running.add(executor);
        }
        List<BoundedExecutor> stopped = new ArrayList<>(EXECUTORS);
        StackEnd.sweepElsewhere(() -> {
            BoundedExecutor executor = running.get(stopped.size());
            try {
                executor.shutdownNow();
            } catch (StackOverflowError noStack) {
                return false;
            }
            stopped.add(executor);
            return true;
        });
        assertThat(stopped).isNotEmpty();
        for (BoundedExecutor executor : stopped) {
            assertThat(executor.awaitTermination(60, TimeUnit.SECONDS)).isTrue();
        }
        running.forEach(BoundedExecutor::shutdownNow);
    }
}
