package dev.ropewalk.scheduler.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.cpu.CpuTopology;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.engine.WorkStealingScheduler;
import dev.ropewalk.scheduler.support.SchedulerOptions;
import dev.ropewalk.testing.Await;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class RegistryStripeTest {
    private static final SchedulerOptions OPTIONS =
            new SchedulerOptions("unstarted", 1, 0, true, false, true, 1, 1, 1, 0, 1, 0, 1, 1, (thread, thrown) -> {});

    private final ExecutorView unstarted = new ExecutorView(new WorkStealingScheduler(OPTIONS, CpuTopology.detect()));
    private final RegistryStripe stripe = new RegistryStripe(ended());

    private ViewTask ended() {
        var task = new ViewTask(unstarted, () -> {});
        task.refuse();
        return task;
    }

    @Test
    @Timeout(value = 20, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void shouldNotWaitForATaskWhoseSubmitterGotAnErrorBehindItsPlace() {
        var cut = new ViewTask(unstarted, () -> {});
        var entered = new ViewTask(unstarted, () -> {});
        assertThatThrownBy(() -> stripe.enter(cut, () -> {
                    throw new StackOverflowError();
                }))
                .isInstanceOf(StackOverflowError.class);
        assertThat(stripe.enter(entered, () -> true)).isTrue();

        assertThat(stripe.findLive()).isSameAs(entered);
        stripe.cancelPeriodic();
        stripe.interruptRunning();
        List<Runnable> taken = new ArrayList<>();
        stripe.takeWaiting(taken);
        assertThat(taken).hasSize(1);
        assertThat(stripe.findLive()).isNull();
    }

    @Test
    void shouldRefuseWhatComesAfterTheEnd() throws Exception {
        try (Scheduler scheduler = Scheduler.builder().workers(1).build()) {
            var task = new ViewTask((ExecutorView) scheduler.asExecutorService(), () -> {});
            assertThat(stripe.enter(task, () -> false)).isFalse();
            assertThat(task.isLive()).isFalse();
            assertThat(stripe.findLive()).isNull();
        }
    }

    @Test
    void shouldFindTheLiveOneAmongManyThatHaveEnded() {
        try (Scheduler scheduler = Scheduler.builder().workers(1).build()) {
            var view = (ExecutorView) scheduler.asExecutorService();
            enterAndRun(view, 1_000);
            var live = new ViewTask(view, () -> {});
            assertThat(stripe.enter(live, () -> true)).isTrue();
            enterAndRun(view, 1_000);

            assertThat(stripe.findLive()).isSameAs(live);
            live.run();
            assertThat(stripe.findLive()).isNull();
        }
    }

    @Test
    void shouldKeepFewOfThoseThatHaveEnded() {
        try (Scheduler scheduler = Scheduler.builder().workers(1).build()) {
            var view = (ExecutorView) scheduler.asExecutorService();
            var live = new ViewTask(view, () -> {});
            assertThat(stripe.enter(live, () -> true)).isTrue();

            List<WeakReference<ViewTask>> ended = enterAndRun(view, 100_000);

            Await.until("nearly all are collected", () -> {
                System.gc();
                return ended.stream().filter(task -> task.get() != null).count() < 2_000;
            });
            assertThat(stripe.findLive()).isSameAs(live);
        }
    }

    private List<WeakReference<ViewTask>> enterAndRun(ExecutorView view, int count) {
        List<WeakReference<ViewTask>> tasks = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            var task = new ViewTask(view, () -> {});
            assertThat(stripe.enter(task, () -> true)).isTrue();
            task.run();
            tasks.add(new WeakReference<>(task));
        }
        return tasks;
    }
}
