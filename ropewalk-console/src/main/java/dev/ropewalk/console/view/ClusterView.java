package dev.ropewalk.console.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ropewalk.cluster.ClusterSnapshot;
import dev.ropewalk.cluster.LinkStats;
import dev.ropewalk.cluster.Member;
import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.TypeStats;
import dev.ropewalk.console.web.Query;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/** The clusters that this JVM is in: members, which shards are where, links, and what was lost. */
final class ClusterView implements View {
    private final Paced<Map<String, ClusterSnapshot>> clusters;

    ClusterView(Paced<Map<String, ClusterSnapshot>> clusters) {
        this.clusters = clusters;
    }

    @Override
    public ObjectNode look(Query query) {
        ArrayNode all = Json.array();
        for (Map.Entry<String, ClusterSnapshot> entry : clusters.look().entrySet()) {
            ClusterSnapshot cluster = entry.getValue();
            ObjectNode shown = Json.object()
                    .put("name", entry.getKey())
                    .put("self", address(cluster.self()))
                    .put("isReady", cluster.isReady());
            shown.set("members", members(cluster));
            shown.set("types", types(cluster));
            shown.set("losses", losses(cluster.stats().losses()));
            all.add(shown);
        }
        return Json.object().set("clusters", all);
    }

    /** A local cluster has no address. */
    private static String address(Node node) {
        return node.port() == 0 ? node.host() : node.address().toString();
    }

    /** Returns the members in order, each with what is counted of the link to it. */
    private static ArrayNode members(ClusterSnapshot cluster) {
        List<Member> sorted = new ArrayList<>(cluster.members());
        sorted.sort((one, other) -> one.node().compareTo(other.node()));
        ArrayNode members = Json.array();
        for (Member member : sorted) {
            ObjectNode shown = Json.object()
                    .put("address", address(member.node()))
                    .put("incarnation", Long.toHexString(member.node().incarnation()))
                    .put("status", member.status().toString().toLowerCase(Locale.ROOT))
                    .put("isReachable", member.isReachable())
                    .put("roles", String.join(", ", new TreeSet<>(member.roles())))
                    .put("isSelf", member.node().equals(cluster.self()))
                    .put("shards", shards(cluster, member.node()));
            LinkStats link = cluster.stats().links().get(member.node());
            if (link != null) {
                shown.set("link", link(link));
            }
            members.add(shown);
        }
        return members;
    }

    private static int shards(ClusterSnapshot cluster, Node node) {
        int sum = 0;
        for (TypeStats type : cluster.stats().types().values()) {
            sum += type.shards().getOrDefault(node, 0);
        }
        return sum;
    }

    private static ObjectNode link(LinkStats link) {
        ObjectNode shown = Json.object()
                .put("sent", link.sent())
                .put("acknowledged", link.acknowledged())
                .put("inFlight", link.inFlight())
                .put("credit", link.credit())
                .put("lost", link.lost())
                .put("received", link.received());
        return shown.set("dropped", losses(link.dropped()));
    }

    /** Returns the types by name, each with how many of its shards are where. */
    private static ArrayNode types(ClusterSnapshot cluster) {
        List<String> names = new ArrayList<>(cluster.stats().types().keySet());
        Collections.sort(names);
        ArrayNode types = Json.array();
        for (String name : names) {
            TypeStats type = cluster.stats().types().get(name);
            if (type != null) {
                types.add(type(name, type));
            }
        }
        return types;
    }

    private static ObjectNode type(String name, TypeStats type) {
        ObjectNode shards = Json.object();
        List<Node> nodes = new ArrayList<>(type.shards().keySet());
        Collections.sort(nodes);
        for (Node node : nodes) {
            shards.put(address(node), type.shards().getOrDefault(node, 0));
        }
        ObjectNode shown = Json.object()
                .put("name", name)
                .put("active", type.entities().active())
                .put("started", type.entities().started())
                .put("passivatedIdle", type.entities().passivatedIdle())
                .put("passivatedOver", type.entities().passivatedOver())
                .put("passivatedAsked", type.entities().passivatedAsked())
                .put("stopped", type.entities().stopped())
                .put("assigned", type.assigned())
                .put("handedOver", type.handedOver());
        return shown.set("shards", shards);
    }

    private static ObjectNode losses(Map<MessageLoss.Reason, Long> counts) {
        ObjectNode shown = Json.object();
        for (MessageLoss.Reason reason : MessageLoss.Reason.values()) {
            long count = counts.getOrDefault(reason, 0L);
            if (count > 0) {
                shown.put(reason.toString().toLowerCase(Locale.ROOT).replace('_', ' '), count);
            }
        }
        return shown;
    }
}
