package dev.ropewalk.sim.shrink;

import dev.ropewalk.sim.choice.DecisionKind;
import dev.ropewalk.sim.choice.Schedule;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * Makes a failed run simpler by delta debugging (Zeller, Hildebrandt: Simplifying and isolating failure-inducing input, IEEE
 * Transactions on Software Engineering, 2002) of the decisions that aren't the default. A decision that is dropped becomes the
 * default. Each kept run is simpler than the last one by its {@link Size}, so the result is never worse than the input.
 *
 * <p>Decisions are told by party and count, not by their positions in the stream: a position means something else as soon as an
 * earlier decision is dropped. Where that gets no further, decisions are dropped by their positions, too, because what shifts
 * then leads to other runs. On random programs, positions alone leave half as many decisions and switches again, and party and
 * count alone a sixth more.
 *
 * <p>Each pass looks at the budget before it makes a candidate: a run of a million decisions has as many, each a copy of them.
 *
 * <p>If the budget suffices, no decision of the result can be dropped alone.
 */
public final class Shrinker {
    /** Pairs are tried if there are at most so many decisions. */
    private static final int MAX_FOR_PAIRS = 40;

    /** By how many steps of its party a switch is moved. */
    private static final int MAX_MOVE = 3;

    private final Rerun rerun;
    private final int maxRuns;
    private final long maxNanos;
    private final LongSupplier nanoTime;

    /**
     * Makes a shrinker.
     *
     * @param rerun runs the test
     * @param maxRuns how many runs are tried, at least 2
     * @param maxNanos how long they are tried, in nanoseconds
     * @param nanoTime the clock for that
     */
    public Shrinker(Rerun rerun, int maxRuns, long maxNanos, LongSupplier nanoTime) {
        if (maxRuns < 2) {
            throw new IllegalArgumentException("shrinking needs 2 runs at least, but may have " + maxRuns);
        }
        this.rerun = rerun;
        this.maxRuns = maxRuns;
        this.maxNanos = maxNanos;
        this.nanoTime = nanoTime;
    }

    /** Shrinks the schedule of a run that has failed. */
    public Shrunk shrink(Schedule failed) {
        var attempts = new Attempts(rerun, maxRuns, maxNanos, nanoTime);
        if (!attempts.reproduces(failed)) {
            var unknown = new Size(0, failed.count(), 0, 0, 0);
            return new Shrunk(false, failed, unknown, unknown, attempts.runs(), false);
        }
        Size before = attempts.size();
        attempts.improves(List.of());
        attempts.improves(withoutFaults(attempts.items()));
        boolean changed = true;
        while (changed && !attempts.isCutShort()) {
            Size last = attempts.size();
            dropFaults(attempts);
            cutTail(attempts);
            dropChunks(attempts);
            lowerValues(attempts);
            moveSwitches(attempts);
            if (attempts.size().equals(last)) {
                dropPairs(attempts);
                dropPositions(attempts);
            }
            changed = !attempts.size().equals(last);
        }
        return new Shrunk(true, attempts.schedule(), before, attempts.size(), attempts.runs(), !attempts.isCutShort());
    }

    private static List<Item> withoutFaults(List<Item> items) {
        return items.stream().filter(item -> item.kind() != DecisionKind.FAULT).toList();
    }

    private static void dropFaults(Attempts attempts) {
        for (int i = attempts.items().size() - 1; i >= 0 && attempts.mayGoOn(); i--) {
            List<Item> items = attempts.items();
            if (i < items.size() && items.get(i).kind() == DecisionKind.FAULT) {
                attempts.improves(without(items, i, i + 1));
            }
        }
    }

    /** Looks for the shortest beginning that fails, as if one that fails stayed failing when it gets longer. */
    private static void cutTail(Attempts attempts) {
        int tooShort = 0;
        while (tooShort + 1 < attempts.items().size() && attempts.mayGoOn()) {
            List<Item> items = attempts.items();
            int length = (tooShort + items.size()) >>> 1;
            if (!attempts.improves(items.subList(0, length))) {
                tooShort = length;
            }
        }
    }

    /** Drops pieces, from half of all down to single decisions, the last ones first. */
    private static void dropChunks(Attempts attempts) {
        for (int length = Math.max(1, attempts.items().size() / 2); length > 0; length /= 2) {
            int end = attempts.items().size();
            while (end > 0 && attempts.mayGoOn()) {
                int start = Math.max(0, end - length);
                attempts.improves(without(attempts.items(), start, end));
                end = Math.min(start, attempts.items().size());
            }
        }
    }

    /** Drops two decisions that only make sense together, such as a switch and the way back. */
    private static void dropPairs(Attempts attempts) {
        if (attempts.items().size() > MAX_FOR_PAIRS) {
            return;
        }
        for (int second = attempts.items().size() - 1; second > 0; second--) {
            for (int first = second - 1;
                    first >= 0 && second < attempts.items().size() && attempts.mayGoOn();
                    first--) {
                List<Item> items = attempts.items();
                attempts.improves(without(without(items, second, second + 1), first, first + 1));
            }
        }
    }

    /** Drops single decisions by their positions. What follows shifts, which leads to runs that no other pass tries. */
    private static void dropPositions(Attempts attempts) {
        for (int index = attempts.schedule().count() - 1; index >= 0 && attempts.mayGoOn(); index--) {
            Schedule schedule = attempts.schedule();
            if (index < schedule.count()) {
                attempts.improves(schedule.without(index));
            }
        }
    }

    private static void lowerValues(Attempts attempts) {
        for (int i = 0; i < attempts.items().size() && attempts.mayGoOn(); i++) {
            Item item = attempts.items().get(i);
            for (int value = item.value() / 2;
                    value > 0 && item.kind() == DecisionKind.DRAW && attempts.mayGoOn();
                    value /= 2) {
                replace(attempts, i, item.with(value));
            }
        }
    }

    /** Moves switches to a neighbouring step, so that the run gets shorter or has fewer of them. */
    private static void moveSwitches(Attempts attempts) {
        for (int i = 0; i < attempts.items().size() && attempts.mayGoOn(); i++) {
            Item item = attempts.items().get(i);
            for (int by = -MAX_MOVE; by <= MAX_MOVE && item.kind() == DecisionKind.PICK && attempts.mayGoOn(); by++) {
                if (item.count() + by >= 0) {
                    replace(attempts, i, item.movedBy(by));
                }
            }
        }
    }

    private static void replace(Attempts attempts, int index, Item other) {
        List<Item> items = attempts.items();
        if (index >= items.size()) {
            return;
        }
        List<Item> changed = new ArrayList<>(items);
        changed.set(index, other);
        attempts.improves(List.copyOf(changed));
    }

    private static List<Item> without(List<Item> items, int start, int end) {
        List<Item> fewer = new ArrayList<>(items.subList(0, start));
        fewer.addAll(items.subList(end, items.size()));
        return List.copyOf(fewer);
    }
}
