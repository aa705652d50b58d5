package dev.ropewalk.console.view;

import dev.ropewalk.actor.MailboxWait;
import dev.ropewalk.channel.ProcessSnapshot;
import dev.ropewalk.channel.ProcessState;
import dev.ropewalk.channel.ScopeSnapshot;
import dev.ropewalk.limit.WaiterSnapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Who waits for whom: processes and the owners of scopes wait for channels, and owners for their processes.
 *
 * <p>A channel doesn't know who will send or receive next. But where all threads of a scope wait, it could only be one of them, or somebody
 * outside of the scope. Then the graph has an edge from the channel to each that doesn't wait for the same, and the ways that lead back are
 * circles: unless somebody outside helps, none of them goes on.
 */
final class WaitGraph {
    /** How many processes are shown. */
    static final int MOST = 500;

    /** How many that wait for one limiter or budget are shown. */
    private static final int MOST_OF_ONE = 12;

    /** Something that waits or is waited for. */
    record Node(String id, String kind, String name, String operation, long waitingMillis, List<String> stack) {}

    /** A wait; it is in a circle if the ways along such edges lead back. */
    record Edge(String from, String to, boolean isInCircle) {}

    private final Map<String, Node> nodes = new LinkedHashMap<>();
    private final Set<Edge> edges = new LinkedHashSet<>();

    /** By the node of a thread. */
    private final Map<String, String> scopes = new HashMap<>();

    private long left;

    static WaitGraph of(Iterable<ScopeSnapshot> scopes) {
        return of(scopes, Waits.NONE);
    }

    static WaitGraph of(Iterable<ScopeSnapshot> scopes, Waits waits) {
        var graph = new WaitGraph();
        for (ScopeSnapshot scope : scopes) {
            graph.add(scope);
        }
        graph.addWaiters("limiter", waits.limiters(), waits.counts());
        graph.addWaiters("budget", waits.budgets(), waits.counts());
        graph.addMailboxes(waits.mailboxes());
        Circles circles = Circles.among(graph.edges);
        Set<Edge> marked = new LinkedHashSet<>();
        for (Edge edge : graph.edges) {
            marked.add(new Edge(edge.from, edge.to, circles.has(edge)));
        }
        graph.edges.clear();
        graph.edges.addAll(marked);
        return graph;
    }

    List<Node> nodes() {
        return List.copyOf(nodes.values());
    }

    List<Edge> edges() {
        return List.copyOf(edges);
    }

    /** Returns for each scope which of its threads wait in circles, each with what for. */
    Map<String, List<String>> threadsInCircles() {
        Map<String, List<String>> threads = new LinkedHashMap<>();
        for (Edge edge : edges) {
            Node node = nodes.get(edge.from);
            String scope = scopes.get(edge.from);
            if (edge.isInCircle && node != null && scope != null) {
                threads.computeIfAbsent(scope, first -> new ArrayList<>()).add(node.name + " to " + node.operation);
            }
        }
        return threads;
    }

    /** Returns how many wait beyond those shown. */
    long leftOut() {
        return left;
    }

    private void add(ScopeSnapshot scope) {
        List<ProcessSnapshot> members = new ArrayList<>();
        members.add(scope.owner());
        scope.processes().stream()
                .filter(process -> process.state() == ProcessState.RUNNING)
                .forEach(members::add);
        boolean isOwnerJoining = isJoin(scope.owner());
        String owner = idOf(scope, scope.owner());
        boolean allWait = members.size() > 1
                && members.stream()
                        .skip(1)
                        .allMatch(member -> !member.channels().isEmpty())
                && (isOwnerJoining || !scope.owner().channels().isEmpty());
        for (ProcessSnapshot member : members) {
            if (nodes.size() >= MOST) {
                left++;
                continue;
            }
            String id = idOf(scope, member);
            boolean isOwner = id.equals(owner);
            nodes.put(id, node(id, isOwner ? "owner" : "process", scope, member));
            scopes.put(id, scope.name());
            if (isOwner && isOwnerJoining) {
                members.stream().skip(1).forEach(process -> edge(id, idOf(scope, process)));
            }
            for (String channel : member.channels()) {
                String channelId = "channel " + channel;
                nodes.putIfAbsent(channelId, new Node(channelId, "channel", channel, "", 0, List.of()));
                edge(id, channelId);
                if (allWait) {
                    addThoseWhoMightHelp(scope, channelId, member, members);
                }
            }
        }
    }

    private void addWaiters(String kind, Map<String, List<WaiterSnapshot>> byPart, Map<String, Long> counts) {
        for (Map.Entry<String, List<WaiterSnapshot>> part : byPart.entrySet()) {
            String target = kind + " " + part.getKey();
            int shown = 0;
            for (WaiterSnapshot waiter : part.getValue()) {
                if (shown >= MOST_OF_ONE || nodes.size() >= MOST) {
                    break;
                }
                String name = waiter.name().isEmpty() ? "without a thread" : waiter.name();
                String id = target + " / " + shown++ + " " + name;
                String operation = "waits for " + waiter.what();
                nodes.put(
                        id,
                        new Node(
                                id, "process", name, operation, waiter.waiting().toMillis(), List.of()));
                nodes.putIfAbsent(target, new Node(target, "limit", target, "", 0, List.of()));
                edge(id, target);
            }
            long known = part.getValue().size();
            left += Math.max(known, counts.getOrDefault(target, known)) - shown;
        }
    }

    private void addMailboxes(Map<String, List<MailboxWait>> bySystem) {
        for (List<MailboxWait> waits : bySystem.values()) {
            for (MailboxWait wait : waits) {
                if (nodes.size() >= MOST) {
                    left++;
                    continue;
                }
                String sender = addActor(wait.sender(), "waits for room for " + wait.messages() + " messages");
                edge(sender, addActor(wait.recipient(), ""));
            }
        }
    }

    /** Adds an actor; what it waits for is kept if it is there. */
    private String addActor(String path, String operation) {
        String id = "actor " + path;
        Node known = nodes.get(id);
        if (known == null || known.operation.isEmpty()) {
            nodes.put(id, new Node(id, "actor", path, operation, -1, List.of()));
        }
        return id;
    }

    private void addThoseWhoMightHelp(
            ScopeSnapshot scope, String channel, ProcessSnapshot member, List<ProcessSnapshot> members) {
        for (ProcessSnapshot other : members) {
            boolean waitsForTheSame = other.operation().equals(member.operation());
            if (!waitsForTheSame && !isJoin(other)) {
                edge(channel, idOf(scope, other));
            }
        }
    }

    private void edge(String from, String to) {
        edges.add(new Edge(from, to, false));
    }

    private static boolean isJoin(ProcessSnapshot member) {
        return member.channels().isEmpty() && member.operation().startsWith("join");
    }

    private static String idOf(ScopeSnapshot scope, ProcessSnapshot member) {
        return scope.name() + " / " + member.name();
    }

    private static Node node(String id, String kind, ScopeSnapshot scope, ProcessSnapshot member) {
        return new Node(
                id,
                kind,
                member.name() + " (" + scope.name() + ")",
                member.operation(),
                member.waiting().map(java.time.Duration::toMillis).orElse(0L),
                member.stack().stream().limit(32).map(Stacks::line).toList());
    }
}
