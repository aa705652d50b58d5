package dev.ropewalk.sim.strategy;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The schedules that an exhaustive search hasn't begun. The last found is the first begun, so that there are few. Which schedule
 * is next depends on what the run before has found, so one run is under way at a time: each {@linkplain #needed needs} all before.
 */
final class Frontier implements Search {
    private final Exhaustive strategy;
    private final Deque<Branch> open = new ArrayDeque<>(List.of(Branch.ROOT));
    private int running;
    private boolean incomplete;

    Frontier(Exhaustive strategy) {
        this.strategy = strategy;
    }

    @Override
    public synchronized @Nullable Attempt next(long campaignSeed, long run) {
        Branch branch = open.poll();
        if (branch == null) {
            return null;
        }
        running++;
        var walker = new BranchWalker(branch, strategy);
        return new Attempt(walker, strategy, 0, Knowledge.NONE, false, whole -> end(walker), () -> {
            throw new IllegalStateException("a run of " + strategy + " is repeated by its decisions");
        });
    }

    private synchronized void end(BranchWalker walker) {
        running--;
        incomplete |= walker.isTruncated();
        walker.found().forEach(open::push);
    }

    @Override
    public synchronized boolean isDone() {
        return open.isEmpty() && running == 0 && !incomplete;
    }
}
