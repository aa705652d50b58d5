package dev.ropewalk.cluster;

import dev.ropewalk.actor.ActorFactory;
import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.ServiceKey;
import dev.ropewalk.actor.Supervision;
import dev.ropewalk.channel.Sender;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.cluster.codec.MethodId;
import dev.ropewalk.cluster.engine.Engine;
import dev.ropewalk.cluster.engine.EngineListener;
import dev.ropewalk.cluster.engine.EngineProvider;
import dev.ropewalk.cluster.store.BlockingEntityStore;
import dev.ropewalk.cluster.store.BlockingRememberedKeys;
import dev.ropewalk.cluster.store.Effect;
import dev.ropewalk.cluster.store.EntityStore;
import dev.ropewalk.cluster.store.OutboxMessage;
import dev.ropewalk.cluster.store.RememberedKeys;
import dev.ropewalk.cluster.store.StateChange;
import dev.ropewalk.cluster.store.StateLogic;
import dev.ropewalk.cluster.store.StoredEntity;
import dev.ropewalk.cluster.store.StoredState;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.NullArguments;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** A null where none is allowed is refused at once, by the name of the parameter. */
class NullArgumentsTest extends ClusterTests {
    private static final EntityType<String, String> CLERKS = EntityType.of("clerk", String.class, String.class);

    @Test
    void shouldBeNamed() throws Exception {
        Entities<String, String> clerks = cluster.host(CLERKS, entity -> message -> {});
        ActorRef<String> clerk = system.spawn(context -> message -> {});
        new NullArguments()
                .sample(ActorSystem.class, system)
                .sample(ActorOptions.class, ActorOptions.defaults())
                .sample(Supervision.class, Supervision.restart())
                .sample(Class.class, String.class)
                .sample(EntityType.class, CLERKS)
                .sample(EntityInterface.class, EntityInterface.of("account", String.class, Calls.class, CALLS))
                .sample(InterfaceFactory.class, entity -> "an implementation")
                .sample(EntityOptions.class, EntityOptions.defaults())
                .sample(EntityFactory.class, entity -> message -> {})
                .sample(Function.class, ignored -> "message")
                .sample(CodecRegistry.class, CodecRegistry.builder().build())
                .sample(
                        ClusterOptions.class,
                        ClusterOptions.defaults("shop", CodecRegistry.builder().build()))
                .sample(EngineProvider.class, new NoEngine())
                .sample(SplitBrain.class, SplitBrain.downAll())
                .sample(LinkOptions.class, LinkOptions.defaults())
                .sample(ReliableOptions.class, ReliableOptions.defaults())
                .sample(OutboxOptions.class, OutboxOptions.defaults(Path.of("outbox")))
                .sample(TlsCertificates.class, TlsCertificates.of(Path.of("a"), Path.of("b"), Path.of("c")))
                .sample(ActorFactory.class, context -> message -> {})
                .sample(ServiceKey.class, new ServiceKey<>("clerk", String.class))
                .sample(ActorRef.class, clerk)
                .sample(Duration.class, Duration.ofSeconds(1))
                .sample(SeedDiscovery.class, (SeedDiscovery) self -> List.of(self))
                .sample(NodeAddress.class, new NodeAddress("10.0.0.1", 2551))
                .sample(String.class, "name")
                .sample(Set.class, Set.of())
                .sample(RememberedKeys.class, RememberedKeys.of(new NoKeys(), Runnable::run))
                .sample(Consumer.class, ignored -> {})
                .statics(Cluster.class)
                .statics(DnsDiscovery.class)
                .on(DnsDiscovery.class, DnsDiscovery.addresses("nodes", 1))
                .on(Cluster.class, cluster)
                .on(ClusterReceptionist.class, cluster.receptionist())
                .on(Topic.class, cluster.topic("news", String.class))
                .on(RemoteChannel.class, cluster.channel("items", String.class, 1))
                .on(Sender.class, cluster.channel("items", String.class, 1).sender())
                .on(Entities.class, clerks)
                .on(EntityRef.class, clerks.entity("ann"))
                .on(ReliableRef.class, clerks.entity("ann").reliable())
                .on(
                        ClusterOptions.class,
                        ClusterOptions.defaults("shop", CodecRegistry.builder().build()))
                .on(EntityOptions.class, EntityOptions.defaults())
                .assertAllNamed();
    }

    @Test
    void shouldBeNamedOfStores() throws Exception {
        var logic = new NoLogic();
        EntityStore<String, String, String> store = EntityStore.of(logic, Runnable::run);
        new NullArguments()
                .sample(Object.class, "key")
                .sample(String.class, "state")
                .sample(long.class, 0L)
                .sample(int.class, 1)
                .sample(Optional.class, Optional.empty())
                .sample(List.class, List.of())
                .sample(Duration.class, Duration.ofSeconds(1))
                .sample(Executor.class, Runnable::run)
                .sample(ActorRef.class, system.<String>spawn("nobody", context -> message -> {}))
                .sample(EntityStore.class, store)
                .sample(BlockingEntityStore.class, logic)
                .sample(StateLogic.class, logic)
                .sample(StateChange.class, new StateChange<>(0, "state", List.of()))
                .sample(OutboxMessage.class, new OutboxMessage<>(0, "message"))
                .sample(BlockingRememberedKeys.class, new NoKeys())
                .statics(EntityStore.class)
                .on(EntityStore.class, store)
                .statics(RememberedKeys.class)
                .on(RememberedKeys.class, RememberedKeys.of(new NoKeys(), Runnable::run))
                .on(StoredEntity.class, StoredEntity.of(store, logic))
                .on(Effect.class, logic.save("state"))
                .assertAllNamed();
    }

    private interface Calls {
        @SuppressWarnings("unused") // an interface without methods is refused
        @MethodId(1)
        void call();
    }

    private static final CodecRegistry CALLS = CodecRegistry.builder()
            .register(1, String.class)
            .registerInterface(2, Calls.class)
            .build();

    /** Keeps no keys. */
    private static final class NoKeys implements BlockingRememberedKeys<String> {
        @Override
        public void add(int shard, String key) {}

        @Override
        public void remove(int shard, String key) {}

        @Override
        public List<String> keys(int shard) {
            return List.of();
        }
    }

    /** Neither loads nor handles anything. */
    private static final class NoLogic
            implements StateLogic<String, String, String, String>, BlockingEntityStore<String, String, String> {
        @Override
        public String initial(String key) {
            return key;
        }

        @Override
        public Effect<String, String> handle(EntityContext<String, String> entity, String state, String command) {
            return none();
        }

        @Override
        public StoredState<String, String> load(String key) {
            return StoredState.none();
        }

        @Override
        public void save(String key, StateChange<String, String> change) {}

        @Override
        public void delivered(String key, OutboxMessage<String> message) {}

        @Override
        public List<String> undelivered(int max) {
            return List.of();
        }
    }

    /** Must not be started. */
    private static final class NoEngine implements EngineProvider {
        @Override
        public String name() {
            return "none";
        }

        @Override
        public Engine start(ClusterOptions options, Scheduler scheduler, EngineListener listener) {
            throw new AssertionError("started");
        }
    }
}
