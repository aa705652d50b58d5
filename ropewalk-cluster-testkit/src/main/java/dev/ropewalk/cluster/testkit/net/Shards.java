package dev.ropewalk.cluster.testkit.net;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Which node owns which shard, as one part of a cluster knows it. */
final class Shards {
    private final Map<String, Map<Integer, Shard>> byType = new TreeMap<>();

    /** Where a shard is between two owners. */
    enum Phase {
        /** Nobody owns it. */
        FREE,
        /** Its owner is about to be told. */
        ASSIGNING,
        /** Its owner knows. */
        OWNED,
        /** Its owner is about to end what lives in it. */
        REVOKING
    }

    /** A shard. */
    static final class Shard {
        final String type;
        final int number;
        Phase phase = Phase.FREE;

        @Nullable
        SimulatedNode owner;

        /** Distinguishes one revocation from the next. */
        int revocation;

        private List<Location> waiting = new ArrayList<>();

        Shard(String type, int number) {
            this.type = type;
            this.number = number;
        }

        boolean isOf(SimulatedNode node, Phase expected) {
            return owner == node && phase == expected;
        }

        void give(SimulatedNode node) {
            owner = node;
            phase = Phase.ASSIGNING;
        }

        void free() {
            owner = null;
            phase = Phase.FREE;
            askAgain();
        }

        void await(Location location) {
            waiting.add(location);
        }

        /** Has all that wait for this shard ask again. */
        void askAgain() {
            List<Location> asking = waiting;
            waiting = new ArrayList<>();
            asking.forEach(Location::askSoon);
        }
    }

    Shard shard(String type, int number) {
        return byType.computeIfAbsent(type, ignored -> new TreeMap<>())
                .computeIfAbsent(number, ignored -> new Shard(type, number));
    }

    Collection<String> types() {
        return byType.keySet();
    }

    Collection<Shard> ofType(String type) {
        return byType.getOrDefault(type, Map.of()).values();
    }

    List<Shard> all() {
        return byType.values().stream()
                .flatMap(shards -> shards.values().stream())
                .toList();
    }

    /** Returns a copy for which nobody waits. */
    Shards copy() {
        var copy = new Shards();
        for (Shard shard : all()) {
            Shard other = copy.shard(shard.type, shard.number);
            other.owner = shard.owner;
            other.phase = shard.phase;
            other.revocation = shard.revocation;
        }
        return copy;
    }
}
