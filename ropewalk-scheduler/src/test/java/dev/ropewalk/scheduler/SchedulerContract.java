package dev.ropewalk.scheduler;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.Thread.UncaughtExceptionHandler;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/**
 * What every {@link Scheduler} has to do, real or simulated; the subclasses hold the tests by topic. They use the public
 * interface only, no task in them blocks, and they wait through the subject, so that time may be simulated.
 */
public abstract class SchedulerContract {
    private final Subject subject;

    /** What tasks threw, as the handler was told. */
    protected final List<Throwable> uncaught = new CopyOnWriteArrayList<>();

    /** The subject, with two workers. */
    protected Scheduler scheduler;

    /** The implementation under test. */
    public interface Subject {
        /** Returns a running scheduler; its name must show in the messages of its exceptions. */
        Scheduler create(String name, int workers, UncaughtExceptionHandler handler);

        /** Returns when the condition holds, and fails if that takes longer than it can in a scheduler that works. */
        void await(String what, BooleanSupplier condition);
    }

    protected SchedulerContract(Subject subject) {
        this.subject = subject;
    }

    @BeforeEach
    void createScheduler() {
        scheduler = create("contract", 2);
    }

    @AfterEach
    void closeScheduler() {
        SchedulerCloseReport report = scheduler.close(Duration.ofSeconds(5));
        assertThat(report.stuck()).isEmpty();
        assertThat(report.abandonedTasks()).isZero();
    }

    protected final Scheduler create(String name, int workers) {
        return subject.create(name, workers, (thread, thrown) -> uncaught.add(thrown));
    }

    protected final Scheduler create(String name, int workers, UncaughtExceptionHandler handler) {
        return subject.create(name, workers, handler);
    }

    protected final void await(String what, BooleanSupplier condition) {
        subject.await(what, condition);
    }

    /** Submits a task behind all that the strand has, and returns when that has run. */
    protected final void awaitIdle(Strand strand) {
        var done = new AtomicBoolean();
        strand.execute(() -> done.set(true));
        await("the strand is idle", done::get);
    }
}
