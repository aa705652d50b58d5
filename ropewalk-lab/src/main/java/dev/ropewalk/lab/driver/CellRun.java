package dev.ropewalk.lab.driver;

import dev.ropewalk.lab.experiment.Pass;
import java.time.Duration;
import java.util.List;

/**
 * One cell: every contender gets ready, then the driver asks them in turn, round by round, so that whatever else the
 * machine does hits all alike. A contender that fails drops out; the others go on.
 */
final class CellRun {
    private final List<CellLane> lanes;
    private final List<Pass> passes;
    private final Budget budget;
    private final Pace pace;
    private final CellProgress progress;
    private final Residency residency;

    CellRun(
            List<CellLane> lanes,
            List<Pass> passes,
            Budget budget,
            Pace pace,
            CellProgress progress,
            Residency residency) {
        this.lanes = lanes;
        this.passes = passes;
        this.budget = budget;
        this.pace = pace;
        this.progress = progress;
        this.residency = residency;
    }

    void run() throws InterruptedException {
        for (CellLane lane : lanes) {
            lane.start();
        }
        for (CellLane lane : lanes) {
            progress.note(lane.name() + " gets ready");
            lane.prepare();
        }
        if (!budget.warmUp().isZero() && residency != Residency.PROCESS) {
            warmUp();
        }
        int shares = passes.stream().mapToInt(Pass::share).sum();
        int sharesDone = 0;
        for (Pass pass : passes) {
            measure(pass, sharesDone, shares);
            sharesDone += pass.share();
        }
        for (CellLane lane : lanes) {
            lane.release();
        }
    }

    /** Runs the rounds of a pass; the first one shows how many fit. */
    private void measure(Pass pass, int sharesDone, int shares) throws InterruptedException {
        double start = (double) sharesDone / shares;
        double part = (double) pass.share() / shares;
        int rounds = 1;
        for (int done = 0; done < rounds; done++) {
            long startNanos = System.nanoTime();
            round(pass, start + part * done / rounds, part / rounds);
            if (done == 0) {
                Duration took = Duration.ofNanos(System.nanoTime() - startNanos);
                int minimum = Math.ceilDiv(
                        budget.minRounds() * pass.share(), passes.getFirst().share());
                rounds += pace.moreRounds(1, minimum, pass.share(), shares - sharesDone, took);
            }
        }
    }

    private void round(Pass pass, double done, double part) throws InterruptedException {
        for (int k = 0; k < lanes.size(); k++) {
            progress.at(
                    done + part * k / lanes.size(),
                    pass.name() + ", " + lanes.get(k).name());
            lanes.get(k).iterate(pass, true);
        }
    }

    /** Runs iterations that aren't scored, at least one each. */
    private void warmUp() throws InterruptedException {
        for (CellLane lane : lanes) {
            progress.note(lane.name() + " warms up");
            do {
                lane.iterate(passes.getFirst(), false);
            } while (lane.isActive() && !lane.isWarm());
        }
    }
}
