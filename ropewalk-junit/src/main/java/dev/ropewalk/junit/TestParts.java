package dev.ropewalk.junit;

import dev.ropewalk.actor.testkit.ActorTestKit;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.SchedulerCloseReport;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The parts of one test. They are made when they are asked for, by the test's thread. */
final class TestParts {
    private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(10);

    private final RopewalkTest options;
    private final @Nullable LeftOpen leftOpen;
    private @Nullable Scheduler real;
    private @Nullable ManualTime time;
    private @Nullable ActorTestKit kit;

    TestParts(RopewalkTest options, @Nullable LeftOpen leftOpen) {
        this.options = options;
        this.leftOpen = leftOpen;
    }

    Scheduler scheduler() {
        Scheduler made = real;
        if (made == null) {
            made = Scheduler.builder().name("test").workers(options.workers()).build();
            real = made;
            time = options.manualTime() ? new ManualTime(made) : null;
        }
        return time == null ? made : time.scheduler();
    }

    Optional<ManualTime> time() {
        var ignored = scheduler();
        return Optional.ofNullable(time);
    }

    ActorTestKit kit() {
        ActorTestKit made = kit;
        if (made == null) {
            made = ActorTestKit.builder("test").scheduler(scheduler()).build();
            kit = made;
        }
        return made;
    }

    /** Closes the parts, the scheduler last, and then looks for what is left open. */
    void end() {
        inTurn(this::closeKit, () -> inTurn(this::closeScheduler, this::lookAfter));
    }

    /** Does one after the other, even if the first fails: its failure is thrown, with that of the second. */
    static void inTurn(Runnable first, Runnable second) {
        try {
            first.run();
        } catch (RuntimeException | Error e) {
            try {
                second.run();
            } catch (RuntimeException | Error other) {
                e.addSuppressed(other);
            }
            throw e;
        }
        second.run();
    }

    private void closeKit() {
        if (kit != null) {
            kit.close();
        }
    }

    private void closeScheduler() {
        if (real != null) {
            SchedulerCloseReport report = real.close(CLOSE_TIMEOUT);
            if (!report.isComplete()) {
                throw new AssertionError(
                        "closing the scheduler of the test within " + CLOSE_TIMEOUT + " left work: " + report);
            }
        }
    }

    private void lookAfter() {
        if (leftOpen != null) {
            leftOpen.lookAfter();
        }
    }
}
