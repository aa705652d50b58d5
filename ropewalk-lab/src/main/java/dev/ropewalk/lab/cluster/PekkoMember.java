package dev.ropewalk.lab.cluster;

import dev.ropewalk.lab.cluster.PekkoMessages.Add;
import dev.ropewalk.lab.cluster.PekkoMessages.Here;
import dev.ropewalk.lab.cluster.PekkoMessages.Where;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Address;
import org.apache.pekko.actor.CoordinatedShutdown;
import org.apache.pekko.cluster.Cluster;
import org.apache.pekko.cluster.sharding.ClusterSharding;
import org.apache.pekko.cluster.sharding.ClusterShardingSettings;
import org.apache.pekko.pattern.Patterns;
import org.jspecify.annotations.Nullable;

/** A node of plain Pekko. */
final class PekkoMember implements Member {
    private static final String NAME = "lab";
    private static final Duration ANSWER = Duration.ofSeconds(5);

    private final ActorSystem system;
    private final ActorRef region;
    private final String address;
    private final List<String> keys;
    private final @Nullable PekkoDelivery delivery;

    private PekkoMember(ActorSystem system, Load load, Arrival arrivals) {
        this.system = system;
        Address self = Cluster.get(system).selfAddress();
        address = self.hostPort().substring(self.hostPort().indexOf('@') + 1);
        keys = IntStream.range(0, load.entities()).mapToObj(Load::key).toList();
        region = ClusterSharding.get(system)
                .start(
                        "counter",
                        PekkoEntity.props(arrivals, address),
                        ClusterShardingSettings.create(system),
                        new PekkoMessages.ByKey());
        delivery = load.workload() == Workload.RELIABLE ? new PekkoDelivery(system, arrivals) : null;
    }

    /**
     * Joins a cluster.
     *
     * @param drops whether the queue of outgoing messages is as short as it is by default
     */
    static Member join(Load load, Optional<String> seed, Arrival arrivals, boolean drops) throws InterruptedException {
        var system = ActorSystem.create(NAME, PekkoConfig.of(load, seed.isEmpty(), drops));
        Cluster cluster = Cluster.get(system);
        var up = new CountDownLatch(1);
        cluster.registerOnMemberUp(up::countDown);
        cluster.joinSeedNodes(List.of(seed.map(PekkoMember::parse).orElse(cluster.selfAddress())));
        up.await();
        return new PekkoMember(system, load, arrivals);
    }

    private static Address parse(String text) {
        int colon = text.lastIndexOf(':');
        return new Address("pekko", NAME, text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
    }

    @Override
    public String address() {
        return address;
    }

    @Override
    public void tell(int entity, long number) {
        region.tell(new Add(keys.get(entity), number), ActorRef.noSender());
    }

    @Override
    public CompletionStage<String> whereIs(int entity) {
        return Patterns.ask(region, new Where(keys.get(entity)), ANSWER).thenApply(here -> ((Here) here).node());
    }

    @Override
    public void tellReliably(List<Integer> entities, int amount) throws InterruptedException {
        if (delivery == null) {
            throw new IllegalStateException("reliable delivery is for workload " + Workload.RELIABLE.label());
        }
        delivery.send(entities.stream().map(keys::get).toList(), amount);
    }

    /** It tells nobody. */
    @Override
    public long told() {
        return 0;
    }

    @Override
    public void leave() {
        CoordinatedShutdown.get(system)
                .runAll(CoordinatedShutdown.actorSystemTerminateReason())
                .toCompletableFuture()
                .join();
    }

    @Override
    public void close() {
        system.terminate();
        system.getWhenTerminated().toCompletableFuture().join();
    }
}
