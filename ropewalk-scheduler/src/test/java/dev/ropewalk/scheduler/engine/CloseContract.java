package dev.ropewalk.scheduler.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ropewalk.scheduler.Placement;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.SchedulerCloseReport;
import dev.ropewalk.scheduler.SchedulerContract;
import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.scheduler.Timer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The end of a scheduler. */
public abstract class CloseContract extends SchedulerContract {
    private static final Duration AMPLE = Duration.ofSeconds(5);

    protected CloseContract(Subject subject) {
        super(subject);
    }

    @ParameterizedTest
    @EnumSource
    void shouldRunWhatWasSubmittedBeforeItCloses(Placement placement) {
        var ran = new AtomicInteger();
        for (int s = 0; s < 10; s++) {
            Strand strand = scheduler.newStrand(placement);
            for (int i = 0; i < 1_000; i++) {
                strand.execute(ran::incrementAndGet);
            }
        }
        for (int i = 0; i < 1_000; i++) {
            scheduler.execute(ran::incrementAndGet);
        }

        SchedulerCloseReport report = scheduler.close(AMPLE);

        assertThat(ran).hasValue(11_000);
        assertThat(report).isEqualTo(new SchedulerCloseReport(0, 0, List.of()));
        assertThat(report.isComplete()).isTrue();
    }

    @Test
    void shouldGiveLaterCallersTheFirstReport() {
        scheduler.schedule(scheduler.newStrand(), () -> {}, Duration.ofDays(1));

        SchedulerCloseReport report = scheduler.close(AMPLE);
        scheduler.close();

        assertThat(scheduler.close(Duration.ZERO)).isSameAs(report);
        assertThat(report.abandonedTimers()).isEqualTo(1);
    }

    @Test
    void shouldRefuseWorkWhenItIsClosed() {
        Strand strand = scheduler.newStrand();
        scheduler.close();

        List<ThrowingCallable> submissions = List.of(
                () -> scheduler.execute(() -> {}),
                () -> strand.execute(() -> {}),
                () -> scheduler.newStrand().execute(() -> {}),
                () -> scheduler.schedule(strand, () -> {}, Duration.ZERO),
                () -> scheduler.scheduleAtFixedRate(strand, () -> {}, Duration.ZERO, Duration.ofSeconds(1)));
        assertThat(submissions)
                .allSatisfy(submission -> assertThatExceptionOfType(RejectedExecutionException.class)
                        .isThrownBy(submission)
                        .withMessageContaining("contract")
                        .withMessageContaining("closed"));
    }

    /** A task that submits itself again for ever can be closed only because a submission is refused in the end. */
    @ParameterizedTest
    @EnumSource
    void shouldRefuseWhatTasksSubmitWhileItCloses(Placement placement) {
        Strand strand = scheduler.newStrand(placement);
        List<RejectedExecutionException> refused = new CopyOnWriteArrayList<>();
        strand.execute(new Runnable() {
            @Override
            public void run() {
                try {
                    strand.execute(this);
                } catch (RejectedExecutionException e) {
                    refused.add(e);
                }
            }
        });

        SchedulerCloseReport report = scheduler.close(AMPLE);

        assertThat(report.isComplete()).isTrue();
        assertThat(refused).hasSize(1);
    }

    @Test
    void shouldCountTheTimersThatItAbandons() {
        Strand strand = scheduler.newStrand();
        var ran = new AtomicInteger();
        for (int i = 1; i <= 7; i++) {
            Timer timer = scheduler.schedule(strand, ran::incrementAndGet, Duration.ofHours(i));
            if (i <= 2) {
                timer.cancel();
            }
        }
        scheduler.scheduleAtFixedRate(strand, ran::incrementAndGet, Duration.ofDays(1), Duration.ofDays(1));
        scheduler.schedule(strand, () -> {}, Duration.ZERO);
        await("the timer that was due has run", () -> scheduler.stats().tasks() == 1);

        SchedulerCloseReport report = scheduler.close(AMPLE);

        assertThat(report).isEqualTo(new SchedulerCloseReport(0, 6, List.of()));
        assertThat(report.isComplete()).isTrue();
        assertThat(ran).hasValue(0);
    }

    @Test
    void shouldTellWhetherItIsClosed() throws InterruptedException {
        assertThat(scheduler.awaitTermination(Duration.ZERO)).isFalse();

        scheduler.close(AMPLE);

        assertThat(scheduler.awaitTermination(Duration.ofNanos(-1))).isTrue();
        assertThat(scheduler.awaitTermination(Duration.ofSeconds(Long.MAX_VALUE)))
                .isTrue();
    }

    @Test
    void shouldRefuseToLetAWorkerAwaitTheEnd() {
        List<Throwable> thrown = new CopyOnWriteArrayList<>();

        scheduler.newStrand().execute(() -> {
            try {
                scheduler.awaitTermination(AMPLE);
            } catch (IllegalStateException | InterruptedException e) {
                thrown.add(e);
            }
        });

        await("it has tried", () -> !thrown.isEmpty());
        assertThat(thrown.getFirst())
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("awaitTermination");
    }

    @Test
    void shouldRefuseToBeClosedByAWorker() {
        List<Throwable> thrown = new CopyOnWriteArrayList<>();
        List<String> threads = new CopyOnWriteArrayList<>();
        Runnable closer = () -> {
            threads.add(Thread.currentThread().getName());
            for (Runnable close : List.<Runnable>of(scheduler::close, () -> scheduler.close(Duration.ZERO))) {
                try {
                    close.run();
                } catch (IllegalStateException e) {
                    thrown.add(e);
                }
            }
        };

        scheduler.newStrand().execute(closer);
        await("it has tried", () -> thrown.size() == 2);

        assertThat(thrown).allSatisfy(e -> assertThat(e).hasMessageContaining(threads.getFirst()));
        awaitIdle(scheduler.newStrand());
    }

    @Test
    void shouldLetAWorkerCloseAnotherScheduler() {
        Scheduler other = create("other", 1);
        List<SchedulerCloseReport> reports = new CopyOnWriteArrayList<>();

        scheduler.execute(() -> reports.add(other.close(AMPLE)));

        await("it is closed", () -> reports.equals(List.of(new SchedulerCloseReport(0, 0, List.of()))));
    }
}
