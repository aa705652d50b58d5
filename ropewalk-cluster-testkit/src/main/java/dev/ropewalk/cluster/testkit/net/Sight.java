package dev.ropewalk.cluster.testkit.net;

import dev.ropewalk.base.Durations;
import dev.ropewalk.cluster.Member;
import dev.ropewalk.cluster.MemberStatus;
import java.util.ArrayDeque;
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
 *
 * <p>The part that goes on may give shards of the others to new owners the time of stability after it has decided. So a node that can't decide, since what it sees
 * changes again and again, ends before that: three quarters of that time after it could have decided.
 */
final class Sight {
    private final SimulatedNode node;
    private final long detectionNanos;
    private final long stableNanos;
    private final long unstableNanos;

    /** Since when members aren't reached. */
    private final Map<SimulatedNode, Long> lostSince = new LinkedHashMap<>();

    private final Set<SimulatedNode> suspects = new LinkedHashSet<>();
    private Set<SimulatedNode> unreachable = Set.of();
    private long stableSince;
    private long unstableSince;
    private boolean looksSoon;
    private List<Member> view = List.of();

    Sight(SimulatedNode node, long detectionNanos) {
        this.node = node;
        this.detectionNanos = detectionNanos;
        this.stableNanos = Durations.delayNanos(node.options().stableAfter());
        this.unstableNanos = stableNanos + stableNanos / 4 * 3;
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
        Set<SimulatedNode> informed = informed(state);
        if (suspectLost()) {
            informed.forEach(member -> member.sight().lookSoon());
        }
        Set<SimulatedNode> seen = suspectedBy(state, informed);
        long now = node.calls().now();
        if (!seen.equals(unreachable)) {
            note(seen, now);
        } else if (!seen.isEmpty() && now - stableSince >= stableNanos) {
            if (!decide(state, informed)) {
                return node.expel("its part of the cluster doesn't go on, by "
                        + node.options().splitBrain());
            }
        } else if (!seen.isEmpty() && now - unstableSince >= unstableNanos) {
            return node.expel("who reaches whom hasn't stood still for long enough to decide a split");
        }
        return render(state);
    }

    private void note(Set<SimulatedNode> seen, long now) {
        if (unreachable.isEmpty()) {
            unstableSince = now;
            node.calls().addIn(unstableNanos, this::look);
        }
        unreachable = seen;
        stableSince = now;
        if (!seen.isEmpty()) {
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

    /** Returns those whose suspicions are known here: that are reached, or have ended and aren't suspected yet. */
    private Set<SimulatedNode> informed(Membership state) {
        Set<SimulatedNode> reached = state.partOf(node);
        Set<SimulatedNode> informed = new LinkedHashSet<>(reached);
        state.members().stream()
                .filter(other -> other.state() == null
                        && reached.stream()
                                .noneMatch(member -> member.sight().suspects.contains(other)))
                .forEach(informed::add);
        return informed;
    }

    /** Returns the members that some suspect. */
    private Set<SimulatedNode> suspectedBy(Membership state, Set<SimulatedNode> informed) {
        Set<SimulatedNode> seen = new HashSet<>();
        informed.forEach(member -> seen.addAll(member.sight().suspects));
        seen.retainAll(state.members());
        seen.remove(node);
        return seen;
    }

    /**
     * Returns whether this node goes on, after it has removed those that don't. It knows what those suspect that it reaches, and takes the others for reachable
     * until one of these suspects them: all of a part decide by the same, though one after another.
     */
    private boolean decide(Membership state, Set<SimulatedNode> informed) {
        Set<SimulatedNode> part = unsuspected(state, informed);
        Set<SimulatedNode> winners = new LinkedHashSet<>(part);
        for (SimulatedNode one : part) {
            if (informed.contains(one)) {
                for (SimulatedNode other : one.sight().suspects) {
                    if (part.contains(other)) {
                        winners.remove(one);
                        winners.remove(other);
                    }
                }
            }
        }
        boolean goesOn = state.goesOn(part) && winners.contains(node);
        if (goesOn && winners.size() < state.members().size()) {
            state.keep(winners);
        }
        return goesOn;
    }

    /** Returns those that this node reaches directly or by others, as far as nobody suspects them. */
    private Set<SimulatedNode> unsuspected(Membership state, Set<SimulatedNode> informed) {
        Set<SimulatedNode> part = new LinkedHashSet<>(List.of(node));
        var open = new ArrayDeque<>(part);
        while (!open.isEmpty()) {
            SimulatedNode next = open.remove();
            if (informed.contains(next)) {
                state.members().stream()
                        .filter(other -> !next.sight().suspects.contains(other) && part.add(other))
                        .forEach(open::add);
            }
        }
        return part;
    }

    private @Nullable Runnable render(Membership state) {
        List<Member> now = new ArrayList<>();
        for (SimulatedNode member : state.members()) {
            MemberStatus status = state.status(member);
            if (status != null) {
                now.add(new Member(
                        member.self(),
                        status,
                        !unreachable.contains(member),
                        member.options().roles()));
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
