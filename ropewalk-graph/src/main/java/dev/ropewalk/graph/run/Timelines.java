package dev.ropewalk.graph.run;

import dev.ropewalk.graph.Action;
import dev.ropewalk.graph.GraphTimeline;
import dev.ropewalk.graph.plan.GraphPlan;
import dev.ropewalk.graph.plan.Neighbours;
import dev.ropewalk.graph.plan.PlannedAction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Makes timelines of what a traced run keeps, and finds the critical path in them. */
final class Timelines {
    private final GraphPlan plan;
    private final long origin;
    private final List<SliceLog.Slice> slices;
    /** For each action its attempt that ended last. */
    private final SliceLog.@Nullable Slice[] last;

    private Timelines(GraphPlan plan, List<SliceLog.Slice> slices, long origin) {
        this.plan = plan;
        this.origin = origin;
        this.slices = slices;
        this.last = new SliceLog.Slice[plan.size()];
        for (SliceLog.Slice slice : slices) {
            int action = PlannedAction.of(slice.action()).index();
            last[action] = later(last[action], slice);
        }
    }

    /** An attempt is noted before it leaves its slot: who looks into the slots first misses none. */
    static GraphTimeline of(
            GraphPlan plan, Slots slots, SliceLog log, long origin, boolean isOver, RunThreads threads) {
        if (isOver) {
            var made = new Timelines(plan, log.all(), origin);
            return new GraphTimeline(made.end(), made.attempts());
        }
        List<Attempt> running = slots.running();
        List<SliceLog.Slice> slices = new ArrayList<>(log.all());
        long now = threads.now();
        slices.addAll(stillRunning(running, slices, now));
        var made = new Timelines(plan, slices, origin);
        return new GraphTimeline(now - origin, made.attempts());
    }

    /** Returns the attempts that haven't been noted meanwhile: the one that began first is the last. */
    private static List<SliceLog.Slice> stillRunning(List<Attempt> running, List<SliceLog.Slice> ended, long now) {
        record Key(Action<?> action, int attempt) {}
        Set<Key> noted = new HashSet<>();
        ended.forEach(slice -> noted.add(new Key(slice.action(), slice.attempt())));
        return running.stream()
                .filter(attempt -> !noted.contains(new Key(attempt.action, attempt.attempt())))
                .sorted(Comparator.comparingLong((Attempt attempt) -> now - attempt.began()))
                .map(attempt -> attempt.slice(now, SliceLog.End.RUNNING))
                .toList();
    }

    /** Returns after how long the last attempt has ended. */
    private long end() {
        long nanos = 0;
        for (SliceLog.Slice slice : slices) {
            nanos = Math.max(nanos, slice.finish() - origin);
        }
        return nanos;
    }

    private List<GraphTimeline.Attempt> attempts() {
        Set<SliceLog.Slice> critical = critical();
        List<GraphTimeline.Attempt> attempts = new ArrayList<>();
        for (SliceLog.Slice slice : slices) {
            attempts.add(new GraphTimeline.Attempt(
                    slice.action().name(),
                    slice.attempt(),
                    slice.begin() - origin,
                    slice.finish() - origin,
                    GraphTimeline.End.valueOf(slice.end().name()),
                    critical.contains(slice)));
        }
        attempts.sort(Comparator.comparingLong(GraphTimeline.Attempt::begun));
        return attempts;
    }

    private Set<SliceLog.Slice> critical() {
        Set<SliceLog.Slice> path = Collections.newSetFromMap(new IdentityHashMap<>());
        SliceLog.Slice next = null;
        for (SliceLog.Slice slice : slices) {
            next = later(next, slice);
        }
        while (next != null) {
            path.add(next);
            next = lastOfDependencies(PlannedAction.of(next.action()).index());
        }
        return path;
    }

    private SliceLog.@Nullable Slice lastOfDependencies(int action) {
        Neighbours dependencies = plan.dependencies();
        SliceLog.Slice latest = null;
        for (int at = dependencies.start(action); at < dependencies.end(action); at++) {
            SliceLog.Slice candidate = last[dependencies.at(at)];
            if (candidate != null) {
                latest = later(latest, candidate);
            }
        }
        return latest;
    }

    private SliceLog.Slice later(SliceLog.@Nullable Slice known, SliceLog.Slice other) {
        return known == null || other.finish() - origin >= known.finish() - origin ? other : known;
    }
}
