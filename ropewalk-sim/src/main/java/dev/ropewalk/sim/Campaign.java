package dev.ropewalk.sim;

import dev.ropewalk.base.Durations;
import dev.ropewalk.sim.strategy.Search;
import dev.ropewalk.sim.strategy.SearchStrategy;
import dev.ropewalk.sim.thread.Halt;
import dev.ropewalk.sim.thread.Lane;
import dev.ropewalk.sim.thread.Lanes;
import dev.ropewalk.sim.thread.StuckException;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Runs a body under many schedules, until one fails. */
final class Campaign {
    private final SimulationOptions options;
    private final long begin;
    private final Halt halt;
    private final SingleRun single;
    private final Search search;
    private final CampaignTally tally;
    private final int parallelism;

    Campaign(SimulationOptions options, SimulationBody body) {
        this.options = options;
        this.begin = System.nanoTime(); // before the limit begins: a campaign whose time is up has taken that long
        this.halt = Halt.after(Durations.timeoutNanos(options.atMost()));
        this.single = new SingleRun(options, body, halt);
        this.search = SearchStrategy.of(options.strategy()).search();
        this.tally = new CampaignTally(options);
        this.parallelism =
                search.isSequential() || body.sharesState() ? 1 : (int) Math.min(options.parallelism(), options.runs());
    }

    /** Runs it; throws how the first failing run has failed. */
    CampaignReport run() {
        var queue = new RunQueue(options, search, tally, halt);
        List<CampaignWorker> workers = IntStream.range(0, parallelism)
                .mapToObj(_ -> new CampaignWorker(options, single, queue, parallelism > 1))
                .toList();
        Lanes.run(options.name(), workers, options.isVirtual(), options.watchdog(halt));
        CampaignReport report = tally.report(Duration.ofNanos(System.nanoTime() - begin), parallelism, queue.end());
        rethrow(queue.thrown(), queue.joined() + 1, report);
        FinishedRun failed = queue.failed();
        if (failed != null) {
            throw failure(failed, report);
        }
        requireWhole(report, queue.longest());
        requireCoverage(report);
        return report;
    }

    private void rethrow(@Nullable Throwable thrown, long run, CampaignReport report) {
        switch (thrown) {
            case null -> {}
            case SimulationFailure failure -> throw failure.with(report);
            case StuckException stuck -> throw stuck(stuck, run, report);
            case RuntimeException unchecked -> throw unchecked;
            case Error error -> throw error;
            default -> throw new IllegalStateException(thrown);
        }
    }

    private void requireWhole(CampaignReport report, long longest) {
        String steps = ReportText.count(longest, "step");
        if (report.end() == CampaignEnd.INTERRUPTED) {
            throw interrupted(" after " + ReportText.count(report.runs(), "run"), null)
                    .with(report);
        }
        if (report.runs() == 0) {
            throw new SimulationFailure(
                            options.name() + " has come to the end of no run within " + options.atMost()
                                    + ", the limit atMost, but taken " + steps,
                            null)
                    .with(report);
        }
    }

    /** The calling thread is to end soon, and its mark of interruption is kept. */
    private SimulationFailure interrupted(String when, @Nullable Throwable cause) {
        return new SimulationFailure(options.name() + " was interrupted" + when, cause);
    }

    private SimulationFailure stuck(StuckException stuck, long run, CampaignReport report) {
        if (halt.isInterrupted()) {
            return interrupted(" in run " + run + ": " + stuck.getMessage(), stuck)
                    .with(report);
        }
        return new SimulationFailure(
                        options.name() + " is stuck in run " + run + " (campaign seed " + options.seed() + ", strategy "
                                + options.strategy() + "): " + stuck.getMessage(),
                        stuck)
                .with(report);
    }

    private SimulationFailure failure(FinishedRun failed, CampaignReport report) {
        var finding = new Finding(options, single, failed);
        halt.restart(Durations.timeoutNanos(options.atMost()));
        try {
            return options.isVirtual()
                    ? Lane.call(
                            options.name(),
                            () -> failure(finding, failed, report),
                            single::isIdle,
                            options.watchdog(halt))
                    : failure(finding, failed, report);
        } catch (SimulationFailure uncontrolled) {
            throw uncontrolled.with(report);
        } catch (StuckException stuck) {
            SimulationFailure told = stuck(stuck, failed.number() + 1, report);
            halt.giveUp();
            throw told;
        } catch (HaltedException halted) {
            throw new SimulationFailure(
                            finding.summary()
                                    + (halted.reason() == Halt.Reason.TIME_UP
                                            ? "\n  The time was up before it was repeated"
                                            : "\n  It was interrupted before it was shrunk"),
                            failed.result().ending().cause())
                    .with(report);
        }
    }

    private static SimulationFailure failure(Finding finding, FinishedRun failed, CampaignReport report) {
        return finding.failure(failed.decisions(finding), report);
    }

    private void requireCoverage(CampaignReport report) {
        if (!report.missing().isEmpty()) {
            throw new SimulationFailure(
                            options.name() + " has failed as a whole: these have held or happened in none of its "
                                    + report.runs() + " runs:\n    " + String.join("\n    ", report.missing()),
                            null)
                    .with(report);
        }
    }
}
