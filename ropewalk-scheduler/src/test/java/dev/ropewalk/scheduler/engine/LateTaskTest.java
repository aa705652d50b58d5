package dev.ropewalk.scheduler.engine;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cpu.CpuTopology;
import dev.ropewalk.scheduler.Gate;
import dev.ropewalk.scheduler.RealScheduler;
import dev.ropewalk.scheduler.SchedulerCloseReport;
import dev.ropewalk.scheduler.support.SchedulerOptions;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * A task that a submitter puts into a queue just when closing has found all quiet, and that a worker takes before it sees that it has
 * to leave.
 */
class LateTaskTest {
    private static final Duration SHORT = Duration.ofMillis(20);

    private final LateMachine machine = new LateMachine();
    private final Gate task = new Gate();
    private final Gate deaf = Gate.deaf();

    /** A scheduler that stops its submitter, its closer and its worker in between. */
    private static final class LateMachine extends WorkStealingScheduler {
        private final CountDownLatch accepted = new CountDownLatch(1);
        private final CountDownLatch quiet = new CountDownLatch(1);
        private final CountDownLatch begun = new CountDownLatch(1);
        private volatile boolean late;

        LateMachine() {
            super(SchedulerOptions.defaults("late", 1, (thread, thrown) -> {}), CpuTopology.detect());
        }

        void start() {
            start(CpuTopology.detect());
        }

        @Override
        public void refuseIfClosed() {
            super.refuseIfClosed();
            if (late) {
                accepted.countDown();
                awaitOrFail(quiet);
            }
        }

        /** Closing asks for the monitor when all was quiet and the workers are to leave. */
        @Override
        public Monitor monitor() {
            if (late && super.isTerminated()) {
                quiet.countDown();
                awaitOrFail(begun);
            }
            return super.monitor();
        }

        /** The worker looks as if it had done so before that. */
        @Override
        public boolean isTerminated() {
            return super.isTerminated() && !(late && currentWorker() != null && begun.getCount() > 0);
        }
    }

    private static void awaitOrFail(CountDownLatch latch) {
        try {
            if (!latch.await(Await.DEADLINE.toSeconds(), TimeUnit.SECONDS)) {
                throw new AssertionError("not in time");
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @AfterEach
    void open() {
        task.open();
        deaf.open();
        RealScheduler.awaitNoThreads(machine);
    }

    private SchedulerCloseReport closeBesideLateTask(Runnable body, Duration timeout) throws Exception {
        machine.start();
        Await.until("the worker sleeps", machine.worker(0).idling::isAsleep);
        machine.late = true;
        Thread.ofPlatform()
                .daemon()
                .start(() -> machine.execute(() -> {
                    machine.begun.countDown();
                    body.run();
                }));
        awaitOrFail(machine.accepted);
        var closing = new FutureTask<>(() -> machine.close(timeout));
        Thread.ofPlatform().daemon().start(closing);
        return closing.get(Await.DEADLINE.toSeconds(), TimeUnit.SECONDS);
    }

    @Test
    void shouldBeInterruptedWhenTheTimeIsUp() throws Exception {
        SchedulerCloseReport report = closeBesideLateTask(task, SHORT);

        RealScheduler.awaitNoThreads(machine);
        assertThat(report.abandonedTasks()).isZero();
        assertThat(report.stuck()).hasSizeLessThanOrEqualTo(1); // it may be slow to leave
    }

    @Test
    void shouldBeReportedAsStuckIfItDoesNotEnd() throws Exception {
        SchedulerCloseReport report = closeBesideLateTask(deaf, SHORT);

        assertThat(report.stuck())
                .singleElement()
                .satisfies(stuck -> assertThat(stuck.worker()).isEqualTo(RealScheduler.worker(machine, 0)));
    }

    @Test
    void shouldEndInPeaceIfItEndsInTime() throws Exception {
        assertThat(closeBesideLateTask(() -> {}, Await.DEADLINE).isComplete()).isTrue();
    }
}
