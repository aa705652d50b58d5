package dev.ropewalk.lab.cluster;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.EntityRef;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.NodeAddress;
import dev.ropewalk.cluster.ReliableOptions;
import dev.ropewalk.cluster.ReliableRef;
import dev.ropewalk.cluster.codec.CodecRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** Our own node, on the engine of Pekko, with the defaults. */
final class RopewalkMember implements Member {
    /** What entities understand. */
    sealed interface Command permits Add, Where {}

    /** Is counted. */
    record Add(long number) implements Command {}

    /** Asks on which node the entity is. */
    record Where(ActorRef<String> answer) implements Command {}

    private static final EntityType<String, Command> TYPE = EntityType.of("counter", String.class, Command.class);
    private static final CodecRegistry CODECS = CodecRegistry.builder()
            .register(1, String.class)
            .register(2, Add.class)
            .register(3, Where.class)
            .build();
    private static final Duration LONG = Duration.ofSeconds(60);

    private final ActorSystem system;
    private final Cluster cluster;
    private final ReliableOptions window;
    private final List<EntityRef<String, Command>> refs = new ArrayList<>();
    private final List<ReliableRef<String, Command>> senders = new ArrayList<>();

    private RopewalkMember(ActorSystem system, Cluster cluster, Load load, Arrival arrivals) {
        this.system = system;
        this.cluster = cluster;
        ReliableOptions defaults = ReliableOptions.defaults();
        window = load.window().isPresent()
                ? defaults.windowMessages(load.window().getAsInt())
                : defaults;
        String here = address();
        cluster.host(TYPE, entity -> command -> {
            switch (command) {
                case Add add -> arrivals.arrived(add.number());
                case Where where -> where.answer().tell(here);
            }
        });
        for (int entity = 0; entity < load.entities(); entity++) {
            refs.add(cluster.entity(TYPE, Load.key(entity)));
        }
    }

    /** Joins a cluster of many nodes. */
    static Member join(Load load, Optional<String> seed, Arrival arrivals) {
        ClusterOptions options =
                ClusterOptions.defaults("lab", CODECS).plaintext(true).joinTimeout(LONG);
        List<NodeAddress> seeds = seed.map(RopewalkMember::parse).stream().toList();
        ActorSystem system = ActorSystem.create("lab");
        return new RopewalkMember(system, Cluster.join(system, options.seeds(seeds)), load, arrivals);
    }

    private static NodeAddress parse(String text) {
        int colon = text.lastIndexOf(':');
        return new NodeAddress(text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
    }

    /** Returns the local cluster of this process. */
    static Recipients local(Load load, Arrival arrivals) {
        ActorSystem system = ActorSystem.create("lab");
        return new RopewalkMember(system, Cluster.local(system), load, arrivals);
    }

    @Override
    public String address() {
        return cluster.self().address().toString();
    }

    @Override
    public void tell(int entity, long number) {
        refs.get(entity).tell(new Add(number));
    }

    @Override
    public CompletionStage<String> whereIs(int entity) {
        return refs.get(entity).ask(Where::new, LONG);
    }

    /** The senders stay, as those of a program do. */
    @Override
    public void tellReliably(List<Integer> entities, int amount) {
        while (senders.size() < entities.size()) {
            senders.add(refs.get(entities.get(senders.size())).reliable(window));
        }
        for (int i = 0; i < amount; i++) {
            senders.get(i % senders.size()).tell(new Add(i));
        }
    }

    @Override
    public long told() {
        return cluster.stats().losses().values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    @Override
    public void leave() {
        cluster.close(LONG);
    }

    @Override
    public void close() {
        senders.forEach(ReliableRef::close);
        cluster.close(Duration.ofMillis(1));
        system.close();
    }
}
