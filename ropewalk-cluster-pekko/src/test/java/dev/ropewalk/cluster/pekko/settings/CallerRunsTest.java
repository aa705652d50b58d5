package dev.ropewalk.cluster.pekko.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
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
    void shouldNotGrowTheStackByTasksThatBringTasks() throws Exception {
        threadsOf(1_000_000);
    }

    @Test
    void shouldHaveAnotherThreadGoOnAfterManyTasks() throws Exception {
        int max = CallerRuns.CallersExecutor.MAX_TASKS;
        List<Thread> threads = threadsOf(max + 2);

        assertThat(threads.subList(0, max)).containsOnly(Thread.currentThread());
        assertThat(threads.subList(max, max + 2)).doesNotContain(Thread.currentThread());
    }

    /** Runs a task that brings itself, and returns the thread of each run. */
    private List<Thread> threadsOf(int runs) throws Exception {
        List<Thread> threads = new ArrayList<>();
        var done = new CompletableFuture<List<Thread>>();
        executor.execute(new Runnable() {
            @Override
            public void run() {
                threads.add(Thread.currentThread());
                if (threads.size() < runs) {
                    executor.execute(this);
                } else {
                    done.complete(threads);
                }
            }
        });
        return done.get(30, TimeUnit.SECONDS);
    }

    @Test
    void shouldGoOnAfterManyTasksThatThrow() {
        List<Integer> runs = new ArrayList<>();
        assertThatThrownBy(() -> executor.execute(() -> {
                    for (int i = 0; i < 50; i++) {
                        int number = i;
                        executor.execute(() -> {
                            runs.add(number);
                            throw new IllegalStateException("task " + number);
                        });
                    }
                }))
                .hasMessage("task 0");
        assertThat(runs).hasSize(50);
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
