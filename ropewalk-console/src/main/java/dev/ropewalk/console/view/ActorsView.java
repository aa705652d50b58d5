package dev.ropewalk.console.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ropewalk.actor.ActorSnapshot;
import dev.ropewalk.console.web.Query;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * The actors of all systems as a table, which is sorted and cut here: there may be a hundred thousand. With {@code under}, the children of one
 * actor, as a tree is opened; with {@code text}, those whose path has it.
 */
final class ActorsView implements View {
    private static final int MOST_ROWS = 500;

    private final Paced<Map<String, ActorSnapshot>> trees;

    ActorsView(Paced<Map<String, ActorSnapshot>> trees) {
        this.trees = trees;
    }

    @Override
    public ObjectNode look(Query query) {
        if (trees.look().isEmpty()) {
            return Json.object().put("all", 0).put("found", 0).put("from", 0).set("actors", Json.array());
        }
        String under = query.text("under", "");
        String text = query.text("text", "").toLowerCase(Locale.ROOT);
        List<ActorSnapshot> found = new ArrayList<>();
        int all = 0;
        for (ActorSnapshot root : trees.look().values()) {
            for (ActorSnapshot actor : (Iterable<ActorSnapshot>) root.all()::iterator) {
                all++;
                if (isWanted(actor, under)
                        && actor.path().toLowerCase(Locale.ROOT).contains(text)) {
                    found.add(actor);
                }
            }
        }
        Comparator<ActorSnapshot> order = order(query.text("sort", "waiting"));
        found.sort(query.flag("ascending") ? order : order.reversed());
        int from = query.number("from", 0, 0, Integer.MAX_VALUE);
        int rows = query.number("rows", 100, 1, MOST_ROWS);
        ArrayNode shown = Json.array();
        found.stream().skip(from).limit(rows).forEach(actor -> shown.add(row(actor)));
        ObjectNode view =
                Json.object().put("all", all).put("found", found.size()).put("from", from);
        return view.set("actors", shown);
    }

    private static boolean isWanted(ActorSnapshot actor, String under) {
        if (under.isEmpty()) {
            return true;
        }
        String path = actor.path();
        return path.length() > under.length() + 1
                && path.startsWith(under)
                && path.charAt(under.length()) == '/'
                && path.indexOf('/', under.length() + 1) < 0;
    }

    private static Comparator<ActorSnapshot> order(String column) {
        Comparator<ActorSnapshot> byPath = Comparator.comparing(ActorSnapshot::path);
        return switch (column) {
            case "path" -> byPath;
            case "state" -> Comparator.comparing(ActorSnapshot::state).thenComparing(byPath);
            case "processed" ->
                Comparator.comparingLong(ActorSnapshot::processed).thenComparing(byPath);
            case "failures" -> Comparator.comparingLong(ActorSnapshot::failures).thenComparing(byPath);
            case "restarts" -> Comparator.comparingLong(ActorSnapshot::restarts).thenComparing(byPath);
            case "dropped" -> Comparator.comparingLong(ActorSnapshot::dropped).thenComparing(byPath);
            case "children" ->
                Comparator.<ActorSnapshot>comparingInt(actor -> actor.children().size())
                        .thenComparing(byPath);
            default -> Comparator.comparingLong(ActorSnapshot::waiting).thenComparing(byPath);
        };
    }

    private static ObjectNode row(ActorSnapshot actor) {
        return Json.object()
                .put("path", actor.path())
                .put("state", actor.state().name())
                .put("waiting", actor.waiting())
                .put("processed", actor.processed())
                .put("failures", actor.failures())
                .put("restarts", actor.restarts())
                .put("dropped", actor.dropped())
                .put("children", actor.children().size());
    }
}
