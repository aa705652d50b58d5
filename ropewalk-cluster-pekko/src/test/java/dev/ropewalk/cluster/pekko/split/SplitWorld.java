package dev.ropewalk.cluster.pekko.split;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.pekko.actor.Address;
import org.apache.pekko.cluster.Member;
import org.apache.pekko.cluster.MemberStatus;
import org.apache.pekko.cluster.Reachability;
import org.apache.pekko.cluster.UniqueAddress;
import org.apache.pekko.cluster.sbr.DowningStrategy;
import org.apache.pekko.util.Version;
import scala.jdk.javaapi.CollectionConverters;

/**
 * A cluster whose connections break twice, and how Pekko's resolver decides then, until no node waits for another one. All have found out, and told, what broke first; who still reaches each other, also by way of others, finds out and tells
 * what broke later. The first node is the oldest, and has the lowest address.
 */
final class SplitWorld {
    static final String DATA_CENTER = "default";

    private final int nodes;
    private final Links before;
    private final Links after;
    private final boolean changesJustBefore;

    /** Which pairs of nodes are connected, by a bit for each. */
    record Links(int nodes, int bits) {
        static int count(int nodes) {
            return 1 << (nodes * (nodes - 1) / 2);
        }

        boolean areConnected(int one, int other) {
            int low = Math.min(one, other);
            int high = Math.max(one, other);
            return ((bits >> ((high - 1) * (high - 2) / 2 + low - 1)) & 1) != 0;
        }

        /** Returns who is reached by a node, also by way of others, and itself. */
        Set<Integer> partOf(int node) {
            Set<Integer> part = new TreeSet<>(Set.of(node));
            boolean grows = true;
            while (grows) {
                grows = part.addAll(IntStream.rangeClosed(1, nodes)
                        .filter(other -> part.stream().anyMatch(one -> one != other && areConnected(one, other)))
                        .boxed()
                        .toList());
            }
            return part;
        }

        /** Returns whether all of a part are connected with one another. */
        boolean isClean(Collection<Integer> part) {
            return part.stream()
                    .allMatch(one -> part.stream().allMatch(other -> one.equals(other) || areConnected(one, other)));
        }

        Set<Set<Integer>> parts() {
            return IntStream.rangeClosed(1, nodes).mapToObj(this::partOf).collect(Collectors.toSet());
        }
    }

    /** Makes a world, in which the gossip has just changed once more when the nodes decide, or not. */
    SplitWorld(Links before, Links after, boolean changesJustBefore) {
        this.nodes = before.nodes;
        this.before = before;
        this.after = after;
        this.changesJustBefore = changesJustBefore;
    }

    static UniqueAddress node(int number) {
        return new UniqueAddress(Address.apply("pekko", "shop", "127.0.0.1", number), (long) number);
    }

    int nodes() {
        return nodes;
    }

    Set<Set<Integer>> parts() {
        return after.parts();
    }

    boolean isClean(Set<Integer> part) {
        return after.isClean(part);
    }

    /** Returns which nodes of a part go on. */
    Set<Integer> goOn(Set<Integer> part, IntFunction<DowningStrategy> strategies) {
        Set<Integer> members = IntStream.rangeClosed(1, nodes).boxed().collect(Collectors.toCollection(TreeSet::new));
        Set<Integer> down;
        do {
            down = new HashSet<>();
            for (int node : part) {
                if (members.contains(node)) {
                    down.addAll(decision(node, members, part, strategies.apply(node)));
                }
            }
        } while (members.removeAll(down));
        members.retainAll(part);
        return members;
    }

    /** Returns whom a node takes out. */
    private List<Integer> decision(int self, Set<Integer> members, Set<Integer> part, DowningStrategy strategy) {
        Reachability reachability = Reachability.empty();
        Set<Integer> unreachable = new TreeSet<>();
        for (int observer : members) {
            Links links = part.contains(observer) ? after : before;
            if (part.contains(observer) || part.stream().anyMatch(before.partOf(observer)::contains)) {
                for (int subject : members) {
                    if (observer != subject && !links.areConnected(observer, subject)) {
                        reachability = reachability.unreachable(node(observer), node(subject));
                        unreachable.add(subject);
                    }
                }
            }
        }
        unreachable.remove(self);
        if (unreachable.isEmpty()
                || members.stream()
                                .filter(member -> !unreachable.contains(member))
                                .findFirst()
                                .orElseThrow()
                        != self) {
            return List.of(); // it has nothing to decide, or isn't the leader as it sees that
        }
        for (int member : members) {
            strategy.add(member(member));
        }
        unreachable.forEach(member -> strategy.addUnreachable(member(member)));
        strategy.setSeenBy(addresses(Set.of(self)));
        strategy.setReachability(reachability);
        Set<Integer> seenBy = new TreeSet<>(part);
        seenBy.retainAll(members);
        strategy.setSeenBy(addresses(seenBy));
        if (changesJustBefore) {
            strategy.setSeenBy(addresses(Set.of(self)));
            strategy.setReachability(Reachability.apply(reachability.records(), reachability.versions()));
        }
        return CollectionConverters.asJava(nodesToDown(strategy)).stream()
                .map(down -> (int) down.longUid())
                .toList();
    }

    private static scala.collection.immutable.Set<UniqueAddress> nodesToDown(DowningStrategy strategy) {
        try {
            return strategy.nodesToDown(strategy.decide());
        } catch (IllegalStateException undecided) { // as Pekko's resolver does
            return strategy.nodesToDown(DowningStrategy.DownAll$.MODULE$);
        }
    }

    private static Member member(int number) {
        scala.collection.immutable.Set<String> roles =
                CollectionConverters.asScala(List.of("dc-" + DATA_CENTER)).toSet();
        return new Member(node(number), number, MemberStatus.up(), roles, Version.Zero());
    }

    private static scala.collection.immutable.Set<Address> addresses(Set<Integer> numbers) {
        return CollectionConverters.asScala(
                        numbers.stream().map(number -> node(number).address()).toList())
                .toSet();
    }

    @Override
    public String toString() {
        return nodes + " nodes, connections " + Integer.toBinaryString(before.bits) + " then "
                + Integer.toBinaryString(after.bits) + (changesJustBefore ? ", changing" : "");
    }
}
