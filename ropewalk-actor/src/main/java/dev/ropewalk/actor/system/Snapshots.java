package dev.ropewalk.actor.system;

import dev.ropewalk.actor.ActorSnapshot;
import dev.ropewalk.actor.cell.Cell;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes snapshots of trees: without recursion, since a tree may be deeper than a thread's stack. Most actors have no children: those are seen
 * along with their parent, so that little garbage is made for each.
 */
public final class Snapshots {
    private Snapshots() {}

    /** A visit to an actor that has children, or to the top. */
    private static final class Visit {
        final Cell<?> cell;
        final String path;
        final List<Cell<?>> childCells;
        final ActorSnapshot[] children;
        /** Where the snapshot belongs; null for the top. */
        private final @Nullable Visit parent;

        private final int place;

        Visit(Cell<?> cell, String path, List<Cell<?>> childCells, @Nullable Visit parent, int place) {
            this.cell = cell;
            this.path = path;
            this.childCells = childCells;
            this.children = new ActorSnapshot[childCells.size()];
            this.parent = parent;
            this.place = place;
        }

        /** Makes the snapshot, once those of the children are made. */
        ActorSnapshot end() {
            ActorSnapshot made = snapshot(cell, path, Arrays.asList(children));
            if (parent != null) {
                parent.children[place] = made;
            }
            return made;
        }
    }

    /** Returns a snapshot of an actor, with everything below. */
    public static ActorSnapshot of(Cell<?> top) {
        List<Visit> parentsFirst = new ArrayList<>();
        var left = new ArrayDeque<Visit>();
        var first = new Visit(top, top.path(), top.childCells(), null, 0);
        left.push(first);
        while (!left.isEmpty()) {
            Visit visit = left.pop();
            parentsFirst.add(visit);
            lookAtChildren(visit, left);
        }
        for (Visit visit : parentsFirst.subList(1, parentsFirst.size()).reversed()) {
            ActorSnapshot ignored = visit.end();
        }
        return first.end();
    }

    private static void lookAtChildren(Visit visit, ArrayDeque<Visit> left) {
        int place = 0;
        for (Cell<?> child : visit.childCells) {
            String path = visit.path + "/" + child.name();
            List<Cell<?>> below = child.childCells();
            if (below.isEmpty()) {
                visit.children[place] = snapshot(child, path, List.of());
            } else {
                left.push(new Visit(child, path, below, visit, place));
            }
            place++;
        }
    }

    private static ActorSnapshot snapshot(Cell<?> cell, String path, List<ActorSnapshot> children) {
        return new ActorSnapshot(
                path,
                cell.shownState(),
                cell.waiting(),
                cell.processed(),
                cell.failures(),
                cell.restartCount(),
                cell.dropped(),
                children);
    }
}
