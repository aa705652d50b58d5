package dev.ropewalk.console.view;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ropewalk.actor.ActorDetails;
import dev.ropewalk.actor.ActorSnapshot;
import dev.ropewalk.actor.ActorSystemStats;
import dev.ropewalk.actor.MessageSample;
import dev.ropewalk.actor.StoppedActor;
import dev.ropewalk.console.web.Query;
import dev.ropewalk.observe.part.PartKind;
import dev.ropewalk.observe.part.UnreadableParts;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Comparator;
import java.util.Deque;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The actors of all systems as a table, which is sorted and cut here: there may be a hundred thousand. With {@code under}, the children of one
 * actor, as a tree is opened; with {@code text}, those whose path has it. With {@code one}, all that is known of the actor with that path.
 */
final class ActorsView implements View {
    private static final int MOST_ROWS = 500;
    private static final int MOST_BEFORE = 100_000_000;

    private final Paced<Map<String, ActorSnapshot>> trees;
    private final Paced<Looks> looks;

    ActorsView(Paced<Map<String, ActorSnapshot>> trees, Paced<Looks> looks) {
        this.trees = trees;
        this.looks = looks;
    }

    @Override
    public ObjectNode look(Query query) {
        Map<String, ActorSnapshot> roots = trees.look();
        String one = query.text("one", "");
        if (roots.isEmpty()) {
            ObjectNode none = Json.object().put("all", 0).put("found", 0).put("from", 0);
            none.set("actors", Json.array());
            none.set("stopped", Json.array());
            return one.isEmpty() ? none : none.set("one", NullNode.getInstance());
        }
        String under = query.text("under", "");
        String text = query.text("text", "").toLowerCase(Locale.ROOT);
        int from = query.number("from", 0, 0, MOST_BEFORE);
        int rows = query.number("rows", 100, 1, MOST_ROWS);
        Foremost<ActorSnapshot> foremost = new Foremost<>(from + rows, order(query));
        int all = 0;
        int found = 0;
        Deque<Collection<ActorSnapshot>> left = new ArrayDeque<>();
        left.push(roots.values());
        while (!left.isEmpty()) {
            for (ActorSnapshot actor : left.pop()) {
                all++;
                if (isWanted(actor, under, text)) {
                    found++;
                    foremost.add(actor);
                }
                if (!actor.children().isEmpty()) {
                    left.push(actor.children());
                }
            }
        }
        ArrayNode shown = Json.array();
        foremost.inOrder().stream().skip(from).forEach(actor -> shown.add(row(actor)));
        ObjectNode view = Json.object().put("all", all).put("found", found).put("from", from);
        view.set("actors", shown);
        view.set("stopped", stopped());
        return one.isEmpty() ? view : view.set("one", one(one));
    }

    /** Returns the actors that have stopped because they failed, of each system the latest first. */
    private ArrayNode stopped() {
        ArrayNode stopped = Json.array();
        for (ActorSystemStats system :
                looks.look().last().parts().actorSystems().values()) {
            for (StoppedActor actor : system.stopped().reversed()) {
                stopped.add(Json.object()
                        .put("path", actor.path())
                        .put("reason", actor.reason())
                        .put("failure", actor.failure())
                        .put("restarts", actor.restarts())
                        .put("agoNanos", actor.agoNanos()));
            }
        }
        return stopped;
    }

    /** Returns what is known of one actor; null in JSON if it has gone. */
    private static JsonNode one(String path) {
        for (Function<String, Optional<ActorDetails>> system :
                PartKind.ACTOR_DETAILS.snapshots(new UnreadableParts()).values()) {
            Optional<ActorDetails> details = system.apply(path);
            if (details.isPresent()) {
                return details(details.get());
            }
        }
        return NullNode.getInstance();
    }

    private static ObjectNode details(ActorDetails actor) {
        ObjectNode shown = Json.object()
                .put("path", actor.path())
                .put("type", actor.type())
                .put("state", actor.state().name())
                .put("mailbox", actor.mailbox())
                .put("waiting", actor.waiting())
                .put("processed", actor.processed())
                .put("failures", actor.failures())
                .put("restarts", actor.restarts())
                .put("dropped", actor.dropped())
                .put("children", actor.children())
                .put("watchers", actor.watchers());
        actor.lastFailure().ifPresent(failure -> shown.put("lastFailure", failure));
        shown.set("messages", messages(actor.messages()));
        return shown;
    }

    private static ObjectNode messages(MessageSample sample) {
        ArrayNode types = Json.array();
        sample.types()
                .forEach((type, count) ->
                        types.add(Json.object().put("type", type).put("count", count)));
        return Json.object()
                .put("size", sample.size())
                .put("others", sample.others())
                .set("types", types);
    }

    private static boolean isWanted(ActorSnapshot actor, String under, String text) {
        String path = actor.path();
        return (under.isEmpty() || isChild(path, under))
                && (text.isEmpty() || path.toLowerCase(Locale.ROOT).contains(text));
    }

    private static boolean isChild(String path, String under) {
        return path.length() > under.length() + 1
                && path.startsWith(under)
                && path.charAt(under.length()) == '/'
                && path.indexOf('/', under.length() + 1) < 0;
    }

    /** Returns the order that is asked for; actors that are alike in that are in the order of their paths. */
    private static Comparator<ActorSnapshot> order(Query query) {
        Comparator<ActorSnapshot> byPath = Comparator.comparing(ActorSnapshot::path);
        Comparator<ActorSnapshot> ascending = switch (query.text("sort", "waiting")) {
            case "path" -> byPath;
            case "state" -> Comparator.comparing(ActorSnapshot::state);
            case "processed" -> Comparator.comparingLong(ActorSnapshot::processed);
            case "failures" -> Comparator.comparingLong(ActorSnapshot::failures);
            case "restarts" -> Comparator.comparingLong(ActorSnapshot::restarts);
            case "dropped" -> Comparator.comparingLong(ActorSnapshot::dropped);
            case "children" -> Comparator.comparingInt(actor -> actor.children().size());
            default -> Comparator.comparingLong(ActorSnapshot::waiting);
        };
        Comparator<ActorSnapshot> order = ascending.thenComparing(byPath);
        return query.flag("ascending") ? order : order.reversed();
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
