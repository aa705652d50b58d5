package dev.ropewalk.cluster.node;

import dev.ropewalk.cluster.Member;
import dev.ropewalk.cluster.MemberStatus;
import dev.ropewalk.cluster.Node;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The other nodes that this one knows: those that are members, and those that it has heard of before they are.
 *
 * @param <P> what this node holds of another one
 */
final class KnownNodes<P> {
    private static final int MAX_GONE = 1024;

    private final Function<Node, P> make;
    private final Map<Node, P> peers = new ConcurrentHashMap<>();
    private volatile List<Member> members = List.of();

    /** Nodes that were members, the latest ones: frames of theirs that are late aren't those of new nodes. Guarded by this. */
    private final Map<Node, Boolean> gone = new LinkedHashMap<>();

    /** Guarded by this. */
    private boolean closed;

    KnownNodes(Function<Node, P> make) {
        this.make = make;
    }

    Map<Node, P> peers() {
        return peers;
    }

    /** Returns the members, this node too. */
    List<Member> members() {
        return members;
    }

    /** Returns whether a node is a member, as far as this one knows. */
    boolean isMember(Node node) {
        return members.stream().anyMatch(member -> member.node().equals(node));
    }

    /** Returns whether all members leave that have a role, whatever some nodes do. */
    boolean allLeaveBut(Predicate<Node> some, Optional<String> role) {
        return members.stream()
                .allMatch(member ->
                        member.status() == MemberStatus.LEAVING || !hasRole(member, role) || some.test(member.node()));
    }

    private static boolean hasRole(Member member, Optional<String> role) {
        return role.isEmpty() || member.roles().contains(role.get());
    }

    /** Returns the members that can be reached, but for one node. */
    Stream<Node> reachableBut(Node one) {
        return members.stream().filter(Member::isReachable).map(Member::node).filter(node -> !node.equals(one));
    }

    /** Returns another node, which is made if it isn't known; null if it is no member any more, or this node is closed. */
    synchronized @Nullable P add(Node node) {
        return gone.containsKey(node) || closed ? null : peers.computeIfAbsent(node, make);
    }

    /** Forgets a node, unless it has become a member; returns whether it was known. */
    synchronized boolean removeStranger(Node node, P peer) {
        return !isMember(node) && peers.remove(node, peer);
    }

    /** Sets the members; returns those nodes that have left. Who isn't forgotten by then as a stranger won't be. */
    synchronized List<Node> members(List<Member> now) {
        Set<Node> present = now.stream().map(Member::node).collect(Collectors.toSet());
        List<Member> before = members;
        members = List.copyOf(now);
        return before.stream()
                .map(Member::node)
                .filter(node -> !present.contains(node))
                .toList();
    }

    /** A node is no member any more, and won't be one again; returns what was held of it. */
    synchronized @Nullable P remove(Node node) {
        gone.put(node, true);
        if (gone.size() > MAX_GONE) {
            gone.remove(gone.keySet().iterator().next());
        }
        return peers.remove(node);
    }

    /** Makes none from now on. */
    synchronized void close() {
        closed = true;
    }
}
