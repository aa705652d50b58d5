package dev.ropewalk.cluster.testkit.net;

import dev.ropewalk.base.Durations;
import dev.ropewalk.cluster.Member;
import dev.ropewalk.cluster.MemberStatus;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What a node sees of the members. It suspects one that it hasn't reached for the time of detection. What one member suspects is seen by all that it reaches.
 * When that hasn't changed for a while, the node decides whether its part goes on.
 */
final class Sight {
    private final SimulatedNode node;
    private final long detectionNanos;
    private final long stableNanos;

    /** Since when members aren't reached. */
    private final Map<SimulatedNode, Long> lostSince = new LinkedHashMap<>();

    private final Set<SimulatedNode> suspects = new LinkedHashSet<>();
    private Set<SimulatedNode> unreachable = Set.of();
    private long stableSince;
    private boolean looksSoon;
    private List<Member> view = List.of();

    Sight(SimulatedNode node, long detectionNanos) {
        this.node = node;
        this.detectionNanos = detectionNanos;
        this.stableNanos = Durations.delayNanos(node.options().stableAfter());
    }

    /** Returns whether the node was told last that another one is a member. */
    boolean shows(SimulatedNode other) {
        return view.stream().anyMatch(member -> member.node().equals(other.self()));
    }

    void lookSoon() {
        if (!looksSoon) {
            looksSoon = true;
            node.callSoon(() -> {
                looksSoon = false;
                return look();
            });
        }
    }

    /** Notes which members the node reaches now. */
    void review(Membership state) {
        long now = node.calls().now();
        for (SimulatedNode other : state.members()) {
            if (other == node || state.connects(node, other)) {
                if (lostSince.remove(other) != null) {
                    lookSoon();
                }
            } else if (lostSince.putIfAbsent(other, now) == null) {
                node.calls().addIn(detectionNanos, this::look);
            }
        }
        if (node.isRemovedByOthers()) {
            lookSoon();
        }
    }

    private @Nullable Runnable look() {
        Membership state = node.state();
        if (state == null) {
            return null;
        }
        if (node.isRemovedByOthers()) {
            return node.expel("other nodes have removed it");
        }
        lostSince.keySet().removeIf(other -> !state.has(other));
        Set<SimulatedNode> part = state.partOf(node);
        if (suspectLost()) {
            part.forEach(member -> member.sight().lookSoon());
        }
        Set<SimulatedNode> seen = suspectedBy(part);
        long now = node.calls().now();
        if (!seen.equals(unreachable)) {
            unreachable = seen;
            stableSince = now;
            decideLater();
        } else if (!seen.isEmpty() && now - stableSince >= stableNanos) {
            if (!isCertain(state, part)) {
                decideLater();
            } else if (!decide(state, part)) {
                return node.expel("its part of the cluster doesn't go on, by "
                        + node.options().splitBrain());
            }
        }
        return render(state);
    }

    private void decideLater() {
        if (!unreachable.isEmpty()) {
            node.calls().addIn(stableNanos, this::look);
        }
    }

    private boolean suspectLost() {
        long now = node.calls().now();
        Set<SimulatedNode> lost = new LinkedHashSet<>();
        lostSince.forEach((other, since) -> {
            if (now - since >= detectionNanos) {
                lost.add(other);
            }
        });
        boolean changed = !lost.equals(suspects);
        suspects.clear();
        suspects.addAll(lost);
        return changed;
    }

    private Set<SimulatedNode> suspectedBy(Set<SimulatedNode> part) {
        Set<SimulatedNode> seen = new HashSet<>();
        part.forEach(member -> seen.addAll(member.sight().suspects));
        seen.remove(node);
        return seen;
    }

    /** Returns whether each node of the part has noticed all that it doesn't reach. */
    private static boolean isCertain(Membership state, Set<SimulatedNode> part) {
        return part.stream()
                .allMatch(one -> state.members().stream()
                        .allMatch(other -> state.connects(one, other)
                                || one.sight().suspects.contains(other)));
    }

    /** Returns whether this node goes on, after it has removed those that don't. */
    private boolean decide(Membership state, Set<SimulatedNode> part) {
        Set<SimulatedNode> winners = new LinkedHashSet<>();
        for (SimulatedNode one : part) {
            if (part.stream().allMatch(other -> state.connects(one, other))) {
                winners.add(one);
            }
        }
        boolean goesOn = state.goesOn(node) && winners.contains(node);
        if (goesOn) {
            state.keep(winners);
        }
        return goesOn;
    }

    private @Nullable Runnable render(Membership state) {
        List<Member> now = new ArrayList<>();
        for (SimulatedNode member : state.members()) {
            MemberStatus status = state.status(member);
            if (status != null) {
                now.add(new Member(member.self(), status, !unreachable.contains(member)));
            }
        }
        if (now.equals(view)) {
            return null;
        }
        view = List.copyOf(now);
        List<Member> told = view;
        return () -> node.listener().members(told);
    }
}
