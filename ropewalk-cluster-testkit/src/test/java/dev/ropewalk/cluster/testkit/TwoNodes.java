package dev.ropewalk.cluster.testkit;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.scheduler.Scheduler;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;

/** What tests of two nodes share that run in real time. A type has one shard: that of the node which hosts it first. */
abstract class TwoNodes {
    static final Duration LONG = Duration.ofMinutes(5);

    final Queue<MessageLoss> losses = new ConcurrentLinkedQueue<>();
    final ActorSystem oneSystem;
    final Cluster one;
    final Cluster other;

    private final Scheduler scheduler = Scheduler.create();
    private final ActorSystem otherSystem;

    TwoNodes(ClusterOptions changed) {
        SimulatedNetwork network = SimulatedNetwork.seeded(1);
        ClusterOptions options = changed.plaintext(true).shards(1).onLoss(this::lost);
        oneSystem = ActorSystem.builder("one").scheduler(scheduler).build();
        otherSystem = ActorSystem.builder("other").scheduler(scheduler).build();
        one = Cluster.join(oneSystem, options, network.engine());
        other = Cluster.join(otherSystem, options.seeds(List.of(one.self().address())), network.engine());
    }

    /** A node tells of a loss. */
    void lost(MessageLoss loss) {
        losses.add(loss);
    }

    @AfterEach
    void close() {
        other.close(LONG);
        one.close(LONG);
        otherSystem.close(LONG);
        oneSystem.close(LONG);
        scheduler.close();
    }
}
