package dev.ropewalk.graph.run;

import dev.ropewalk.graph.GraphTimeline;
import dev.ropewalk.graph.plan.GraphPlan;
import dev.ropewalk.graph.plan.Neighbours;
import dev.ropewalk.graph.plan.PlannedAction;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
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

    static GraphTimeline of(GraphPlan plan, List<SliceLog.Slice> slices, long origin, boolean isOver, long now) {
        var made = new Timelines(plan, slices, origin);
        return new GraphTimeline(isOver ? made.end() : now - origin, made.attempts());
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
