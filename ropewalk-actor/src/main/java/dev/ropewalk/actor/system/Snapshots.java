package dev.ropewalk.actor.system;

import dev.ropewalk.actor.ActorSnapshot;
import dev.ropewalk.actor.cell.Cell;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Takes snapshots of trees: without recursion, since a tree may be deeper than a thread's stack. */
public final class Snapshots {
    private Snapshots() {}

    private record Visit(
            Cell<?> cell, String path, @Nullable Visit parent, List<ActorSnapshot> children) {
        Visit(Cell<?> cell, String path, @Nullable Visit parent) {
            this(cell, path, parent, new ArrayList<>(0));
        }
    }

    /** Returns a snapshot of an actor, with everything below. */
    public static ActorSnapshot of(Cell<?> top) {
        List<Visit> parentsFirst = new ArrayList<>();
        var left = new ArrayDeque<Visit>();
        left.push(new Visit(top, top.path(), null));
        while (!left.isEmpty()) {
            Visit visit = left.pop();
            parentsFirst.add(visit);
            for (Cell<?> child : visit.cell.childCells()) {
                left.push(new Visit(child, visit.path + "/" + child.name(), visit));
            }
        }
        for (Visit visit : parentsFirst.reversed()) {
            if (visit.parent != null) {
                visit.parent.children.add(snapshot(visit));
            }
        }
        return snapshot(parentsFirst.getFirst());
    }

    private static ActorSnapshot snapshot(Visit visit) {
        Cell<?> cell = visit.cell;
        return new ActorSnapshot(
                visit.path,
                cell.shownState(),
                cell.waiting(),
                cell.processed(),
                cell.failures(),
                cell.restartCount(),
                cell.dropped(),
                visit.children);
    }
}
