package dev.ropewalk.cluster.pekko.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallerRunsTest {
    private final CallerRuns.CallersExecutor executor = new CallerRuns.CallersExecutor();

    @Test
    void shouldRunATaskInTheThreadThatBringsIt() {
        List<Thread> threads = new ArrayList<>();
        executor.execute(() -> threads.add(Thread.currentThread()));
        assertThat(threads).containsExactly(Thread.currentThread());
    }

    @Test
    void shouldRunWhatATaskBringsAfterIt() {
        List<String> events = new ArrayList<>();
        executor.execute(() -> {
            executor.execute(() -> events.add("inner"));
            events.add("outer");
        });
        assertThat(events).containsExactly("outer", "inner");
    }

    @Test
    void shouldNotGrowTheStackByTasksThatBringTasks() {
        int[] runs = {0};
        executor.execute(new Runnable() {
            @Override
            public void run() {
                if (++runs[0] < 1_000_000) {
                    executor.execute(this);
                }
            }
        });
        assertThat(runs[0]).isEqualTo(1_000_000);
    }

    @Test
    void shouldGoOnAfterATaskThatThrows() {
        List<String> events = new ArrayList<>();
        assertThatThrownBy(() -> executor.execute(() -> {
                    executor.execute(() -> events.add("brought by it"));
                    throw new IllegalStateException("thrown by the task");
                }))
                .hasMessage("thrown by the task");
        executor.execute(() -> events.add("next"));
        assertThat(events).containsExactly("brought by it", "next");
    }

    @Test
    void shouldRunTheLastTasksOfActorsAfterTheShutdown() {
        List<String> events = new ArrayList<>();
        executor.shutdown();
        executor.execute(() -> events.add("last"));
        assertThat(events).containsExactly("last");
        assertThat(executor.isTerminated()).isTrue();
    }
}
