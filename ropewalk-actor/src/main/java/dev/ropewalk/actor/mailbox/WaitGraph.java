package dev.ropewalk.actor.mailbox;

import java.lang.invoke.VarHandle;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Which actor waits for which. An actor that has sent several messages that wait, to one or more others, goes on only when all are in; so every
 * cycle is a deadlock.
 *
 * <p>Why no cycle is missed: each that waits adds its edge and then searches, with a full fence in between. Of those that close
 * a cycle one is the last to have passed its fence, and sees the edges of all others. Two that close it at once may both see
 * it.
 *
 * @param <N> the type of the actors
 */
final class WaitGraph<N> {
    /** For each actor that waits, how many of its messages wait for which other. */
    private final ConcurrentHashMap<N, ConcurrentHashMap<N, Integer>> edges = new ConcurrentHashMap<>();

    /** Notes that a message waits. */
    void add(N from, N to) {
        edges.compute(from, (node, known) -> {
            ConcurrentHashMap<N, Integer> targets = known == null ? new ConcurrentHashMap<>(1) : known;
            targets.merge(to, 1, Integer::sum);
            return targets;
        });
        VarHandle.fullFence();
    }

    /** Notes that a message waits no more. */
    void remove(N from, N to) {
        edges.computeIfPresent(from, (node, targets) -> {
            targets.computeIfPresent(to, (target, messages) -> messages == 1 ? null : messages - 1);
            return targets.isEmpty() ? null : targets;
        });
    }

    /** Is told of an edge, and how many messages wait along it. */
    interface EdgeVisitor<N> {
        void visit(N from, N to, int messages);
    }

    /** Tells of all edges; of those that come and go meanwhile perhaps. */
    void forEach(EdgeVisitor<? super N> visitor) {
        edges.forEach((from, targets) -> targets.forEach((to, messages) -> visitor.visit(from, to, messages)));
    }

    private Set<N> targetsOf(N from) {
        Map<N, Integer> targets = edges.get(from);
        return targets == null ? Set.of() : targets.keySet();
    }

    /**
     * Returns a shortest way along the edges, both ends included; empty if there is none.
     *
     * @param graphOf tells where the edges are kept that begin at a node
     */
    static <N> List<N> path(N from, N to, Function<? super N, WaitGraph<N>> graphOf) {
        if (from.equals(to)) {
            return List.of(from);
        }
        Map<N, N> cameFrom = new HashMap<>();
        var next = new ArrayDeque<N>();
        for (N node = from; node != null; node = next.poll()) {
            for (N target : graphOf.apply(node).targetsOf(node)) {
                if (!target.equals(from) && cameFrom.putIfAbsent(target, node) == null) {
                    if (target.equals(to)) {
                        return way(cameFrom, to);
                    }
                    next.add(target);
                }
            }
        }
        return List.of();
    }

    private static <N> List<N> way(Map<N, N> cameFrom, N to) {
        List<N> way = new ArrayList<>();
        for (@Nullable N node = to; node != null; node = cameFrom.get(node)) {
            way.add(node);
        }
        Collections.reverse(way);
        return way;
    }
}
