package dev.ropewalk.sim.shrink;

import dev.ropewalk.sim.choice.RecordedChoices;
import dev.ropewalk.sim.choice.Schedule;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.IntStream;

/** The alternative that was beaten: the same passes over decisions that are told by their positions in the stream. */
final class PositionShrinker {
    private final Rerun rerun;
    private final int maxRuns;
    private final Set<Schedule> tried = new HashSet<>();
    private Schedule best;
    private Size size;
    private int runs;

    PositionShrinker(Rerun rerun, int maxRuns, Schedule failed) {
        this.rerun = rerun;
        this.maxRuns = maxRuns;
        best = failed;
        size = new Size(Integer.MAX_VALUE, 0, 0, 0, 0);
        improves(failed);
    }

    Size shrink() {
        improves(Schedule.defaults());
        boolean changed = true;
        while (changed && runs < maxRuns) {
            Size last = size;
            cutTail();
            dropChunks();
            if (size.equals(last) && best.count() <= 40) {
                dropPairs();
            }
            changed = !size.equals(last);
        }
        return size;
    }

    private boolean improves(Schedule candidate) {
        if (runs >= maxRuns || !tried.add(candidate)) {
            return false;
        }
        runs++;
        var recorder = new ItemRecorder(new RecordedChoices(candidate));
        Outcome outcome = rerun.run(recorder);
        Schedule used = recorder.decisions().schedule();
        Size bySteps = Size.of(recorder.items(), recorder.switches(), outcome.steps());
        var reached = new Size(bySteps.faults(), used.count(), bySteps.switches(), bySteps.steps(), bySteps.drawn());
        if (!outcome.sameFailure() || reached.compareTo(size) >= 0) {
            return false;
        }
        best = used;
        size = reached;
        return true;
    }

    private void cutTail() {
        int tooShort = 0;
        while (tooShort + 1 < best.count()) {
            int length = (tooShort + best.count()) >>> 1;
            if (!improves(without(length, best.count()))) {
                tooShort = length;
            }
        }
    }

    private void dropChunks() {
        for (int length = Math.max(1, best.count() / 2); length > 0; length /= 2) {
            int end = best.count();
            while (end > 0) {
                int start = Math.max(0, end - length);
                improves(without(start, end));
                end = Math.min(start, best.count());
            }
        }
    }

    private void dropPairs() {
        for (int second = best.count() - 1; second > 0; second--) {
            for (int first = second - 1; first >= 0 && second < best.count(); first--) {
                int one = first;
                int two = second;
                improves(only(IntStream.range(0, best.count()).filter(i -> i != one && i != two)));
            }
        }
    }

    private Schedule without(int start, int end) {
        return only(IntStream.range(0, best.count()).filter(i -> i < start || i >= end));
    }

    private Schedule only(IntStream indexes) {
        int[] kept = indexes.toArray();
        return Schedule.sparse(
                IntStream.of(kept).map(best::position).toArray(),
                IntStream.of(kept).map(best::value).toArray());
    }
}
