package dev.ropewalk.actor.system;

import dev.ropewalk.actor.ActorDetails;
import dev.ropewalk.actor.cell.Cell;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds one actor, and tells what is known of it. */
final class Details {
    private final Cell<?> root;
    private final Samples samples = new Samples();

    Details(Cell<?> root) {
        this.root = root;
    }

    Optional<ActorDetails> of(String path) {
        Cell<?> found = find(root, path);
        return found == null ? Optional.empty() : Optional.of(details(found, path));
    }

    private static @Nullable Cell<?> find(Cell<?> root, String path) {
        String top = root.path();
        if (path.equals(top)) {
            return root;
        }
        if (!path.startsWith(top + "/")) {
            return null;
        }
        Cell<?> found = root;
        for (String name : path.substring(top.length() + 1).split("/", -1)) {
            found = child(found, name);
            if (found == null) {
                return null;
            }
        }
        return found;
    }

    private static @Nullable Cell<?> child(Cell<?> parent, String name) {
        if (!name.startsWith("$")) {
            return parent.childCell(name);
        }
        for (Cell<?> child : parent.childCells()) {
            if (child.name().equals(name)) {
                return child;
            }
        }
        return null;
    }

    private ActorDetails details(Cell<?> cell, String path) {
        return new ActorDetails(
                path,
                ClassNames.shown(cell.code().getClass().getName()),
                cell.shownState(),
                cell.mailbox().toString(),
                cell.waiting(SystemStats.MAX_COUNTED),
                cell.processed(),
                cell.failures(),
                cell.lastFailure(),
                cell.restartCount(),
                cell.dropped(),
                cell.childCells().size(),
                cell.watcherCount(),
                samples.of(cell));
    }
}
