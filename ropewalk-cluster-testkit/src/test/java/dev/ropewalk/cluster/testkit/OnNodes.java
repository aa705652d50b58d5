package dev.ropewalk.cluster.testkit;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.cluster.NodeAddress;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.cluster.engine.EngineProvider;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;

/** What contracts of clusters on many nodes share: nodes that join, leave and fail, all in this process. */
public abstract class OnNodes {
    static final Duration LONG = Duration.ofSeconds(30);

    final Scheduler scheduler = Scheduler.create();
    final List<ActorSystem> systems = new ArrayList<>();
    final List<Cluster> clusters = new ArrayList<>();
    final Queue<MessageLoss> losses = new ConcurrentLinkedQueue<>();

    /** Returns the engine. */
    protected abstract EngineProvider engine();

    /** Returns the types that are sent. */
    abstract CodecRegistry codecs();

    /** Is told of each cluster that was joined. */
    void joined(Cluster cluster) {}

    final Cluster join() {
        return join(0);
    }

    /** Joins with a port, which may be that of a node that has ended. */
    final Cluster join(int port) {
        return join(port, Set.of());
    }

    /** Joins with some roles. */
    final Cluster join(Set<String> roles) {
        return join(0, roles);
    }

    private Cluster join(int port, Set<String> roles) {
        ActorSystem system = ActorSystem.builder("node-" + systems.size())
                .scheduler(scheduler)
                .build();
        systems.add(system);
        ClusterOptions options = ClusterOptions.defaults("shop", codecs())
                .seeds(seeds())
                .port(port)
                .roles(roles)
                .plaintext(true)
                .shards(4)
                .onLoss(losses::add);
        int before = clusters.size();
        Await.until("the address is free", () -> isJoined(system, options), LONG);
        Cluster cluster = clusters.get(before);
        joined(cluster);
        return cluster;
    }

    /** Returns the first node that is a member, or the first of all if none is. */
    private List<NodeAddress> seeds() {
        return Stream.concat(
                        clusters.stream().filter(cluster -> !cluster.removal().isDone()), clusters.stream())
                .limit(1)
                .map(cluster -> cluster.self().address())
                .toList();
    }

    private boolean isJoined(ActorSystem system, ClusterOptions options) {
        try {
            clusters.add(Cluster.join(system, options, engine()));
            return true;
        } catch (IllegalArgumentException inUse) {
            if (options.port() == 0) {
                throw inUse;
            }
            return false;
        }
    }

    /** Ends a node without its leaving. */
    final void kill(int index) {
        var ignored = systems.get(index).close(Duration.ZERO);
    }

    @AfterEach
    void close() {
        Closing.all(clusters, systems, LONG);
        scheduler.close();
    }
}
