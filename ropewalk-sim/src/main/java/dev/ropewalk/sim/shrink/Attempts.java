package dev.ropewalk.sim.shrink;

import dev.ropewalk.sim.choice.ChoiceSource;
import dev.ropewalk.sim.choice.RecordedChoices;
import dev.ropewalk.sim.choice.Schedule;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Tries lists of items, as long as the budget lasts, and keeps the simplest that fails. */
final class Attempts {
    /** Candidates of more items aren't remembered, so that they don't fill the memory. */
    private static final int MAX_REMEMBERED = 2_000;

    private final Rerun rerun;
    private final int maxRuns;
    private final LongSupplier nanoTime;
    private final long deadline;
    private final Set<List<Item>> tried = new HashSet<>();
    private final Set<Schedule> triedSchedules = new HashSet<>();
    private @Nullable Best best;
    private int runs;
    private boolean cutShort;

    /** A run that fails. */
    private record Best(List<Item> items, Schedule schedule, Size size) {}

    Attempts(Rerun rerun, int maxRuns, long maxNanos, LongSupplier nanoTime) {
        this.rerun = rerun;
        this.maxRuns = maxRuns;
        this.nanoTime = nanoTime;
        deadline = nanoTime.getAsLong() + maxNanos;
    }

    /** Runs the failed run again. Returns whether it fails again, by its decisions and by its items. */
    boolean reproduces(Schedule schedule) {
        var recorder = new ItemRecorder(new RecordedChoices(schedule));
        Best first = run(recorder);
        if (first == null || run(new ItemRecorder(new ItemChoices(first.items()))) == null) {
            return false;
        }
        best = first;
        remember(first.items());
        return true;
    }

    /** Tries a list. Returns whether it is the simplest so far that fails. */
    boolean improves(List<Item> candidate) {
        if ((candidate.size() <= MAX_REMEMBERED && !tried.add(candidate)) || !mayGoOn()) {
            return false;
        }
        return improves(new ItemChoices(candidate));
    }

    /** Tries a schedule of which decisions were dropped, so that those behind mean something else. */
    boolean improves(Schedule candidate) {
        if ((candidate.count() <= MAX_REMEMBERED && !triedSchedules.add(candidate)) || !mayGoOn()) {
            return false;
        }
        return improves(new RecordedChoices(candidate));
    }

    private boolean improves(ChoiceSource choices) {
        Best found = run(new ItemRecorder(choices));
        if (found == null || found.size().compareTo(size()) >= 0) {
            return false;
        }
        best = found;
        remember(found.items());
        return true;
    }

    /** Looks at the budget, and returns whether there is some left. */
    boolean mayGoOn() {
        cutShort |= runs >= maxRuns || nanoTime.getAsLong() - deadline >= 0;
        return !cutShort;
    }

    private void remember(List<Item> items) {
        if (items.size() <= MAX_REMEMBERED) {
            tried.add(items);
        }
    }

    private @Nullable Best run(ItemRecorder recorder) {
        runs++;
        Outcome outcome = rerun.run(recorder);
        if (!outcome.sameFailure()) {
            return null;
        }
        List<Item> items = List.copyOf(recorder.items());
        Size size = Size.of(items, recorder.switches(), outcome.steps());
        return new Best(items, recorder.decisions().schedule(), size);
    }

    private Best best() {
        if (best == null) {
            throw new IllegalStateException("no run has failed yet");
        }
        return best;
    }

    /** Returns the items of the simplest run, in the order of the run. */
    List<Item> items() {
        return best().items();
    }

    Schedule schedule() {
        return best().schedule();
    }

    Size size() {
        return best().size();
    }

    int runs() {
        return runs;
    }

    /** Returns whether the budget has ended. */
    boolean isCutShort() {
        return cutShort;
    }
}
