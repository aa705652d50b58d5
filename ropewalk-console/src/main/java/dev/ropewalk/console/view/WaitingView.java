package dev.ropewalk.console.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ropewalk.actor.ActorSystemStats;
import dev.ropewalk.channel.ChannelStats;
import dev.ropewalk.channel.ScopeSnapshot;
import dev.ropewalk.console.web.Query;
import dev.ropewalk.limit.AdmissionStats;
import dev.ropewalk.limit.BudgetStats;
import dev.ropewalk.limit.ResourceStats;
import java.util.Map;

/** Who waits for whom, and how many wait for what has no thread of its own: permits and room in mailboxes. */
final class WaitingView implements View {
    private final Paced<Map<String, ScopeSnapshot>> scopes;
    private final Paced<Waits> waits;
    private final Paced<Looks> looks;

    WaitingView(Paced<Map<String, ScopeSnapshot>> scopes, Paced<Waits> waits, Paced<Looks> looks) {
        this.scopes = scopes;
        this.waits = waits;
        this.looks = looks;
    }

    @Override
    public ObjectNode look(Query query) {
        WaitGraph graph = WaitGraph.of(scopes.look().values(), waits.look());
        ArrayNode nodes = Json.array();
        for (WaitGraph.Node node : graph.nodes()) {
            ArrayNode stack = Json.array();
            node.stack().forEach(stack::add);
            ObjectNode shown = Json.object()
                    .put("id", node.id())
                    .put("kind", node.kind())
                    .put("name", node.name())
                    .put("operation", node.operation());
            if (node.waitingMillis() >= 0) {
                shown.put("waitingSeconds", node.waitingMillis() / 1000);
            }
            nodes.add(shown.set("stack", stack));
        }
        ArrayNode edges = Json.array();
        graph.edges()
                .forEach(edge -> edges.add(Json.object()
                        .put("from", edge.from())
                        .put("to", edge.to())
                        .put("isInCircle", edge.isInCircle())));
        ObjectNode view = Json.object().put("leftOut", graph.leftOut());
        view.set("nodes", nodes);
        view.set("edges", edges);
        view.set("queues", queues(looks.look().last()));
        return view;
    }

    private static ArrayNode queues(Look look) {
        ArrayNode queues = Json.array();
        for (Map.Entry<String, ChannelStats> entry : look.parts().channels().entrySet()) {
            add(
                    queues,
                    "to receive from channel " + entry.getKey(),
                    entry.getValue().waitingReceivers());
            add(queues, "to send to channel " + entry.getKey(), entry.getValue().waitingSenders());
        }
        for (Map.Entry<String, AdmissionStats> entry : look.parts().limiters().entrySet()) {
            add(
                    queues,
                    "for a permit of limiter " + entry.getKey(),
                    entry.getValue().waiting());
        }
        for (Map.Entry<String, AdmissionStats> entry : look.parts().executors().entrySet()) {
            add(
                    queues,
                    "to be admitted by executor " + entry.getKey(),
                    entry.getValue().waiting());
        }
        for (Map.Entry<String, BudgetStats> entry : look.parts().budgets().entrySet()) {
            for (ResourceStats resource : entry.getValue().resources()) {
                add(queues, "for " + resource.name() + " of budget " + entry.getKey(), resource.waiting());
            }
        }
        for (Map.Entry<String, ActorSystemStats> entry :
                look.parts().actorSystems().entrySet()) {
            add(
                    queues,
                    "in mailboxes of actor system " + entry.getKey(),
                    entry.getValue().waiting());
        }
        return queues;
    }

    private static void add(ArrayNode queues, String what, long waiting) {
        if (waiting > 0) {
            queues.add(Json.object().put("what", what).put("waiting", waiting));
        }
    }

    /** Returns the graph as text: who waits, for what, since when, and the circles. */
    String text() {
        WaitGraph graph = WaitGraph.of(scopes.look().values(), waits.look());
        var text = new StringBuilder();
        for (WaitGraph.Node node : graph.nodes()) {
            if (!node.operation().isEmpty()) {
                text.append(node.name())
                        .append(": ")
                        .append(node.operation())
                        .append(node.waitingMillis() < 0 ? "" : ", since " + node.waitingMillis() + " ms")
                        .append('\n');
                node.stack()
                        .forEach(frame -> text.append("    at ").append(frame).append('\n'));
            }
        }
        text.append("\nWho waits for whom (! in a circle):\n");
        graph.edges()
                .forEach(edge -> text.append(edge.isInCircle() ? "! " : "  ")
                        .append(edge.from())
                        .append(" -> ")
                        .append(edge.to())
                        .append('\n'));
        return text.toString();
    }
}
