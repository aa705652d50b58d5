package dev.ropewalk.cluster.pekko;

import com.typesafe.config.Config;
import com.typesafe.config.ConfigFactory;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.EntityRef;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.codec.CodecRegistry;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.pekko.actor.AbstractActor;
import org.apache.pekko.actor.ExtendedActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.cluster.sharding.ClusterSharding;
import org.apache.pekko.cluster.sharding.ClusterShardingSettings;
import org.apache.pekko.cluster.sharding.ShardRegion;
import org.apache.pekko.pattern.Patterns;
import org.apache.pekko.serialization.SerializerWithStringManifest;

/**
 * Compares entities of a cluster with plain sharding of Pekko: how many messages a second go to entities of the other node, and how long a question takes. Two nodes in this process on the
 * loopback network, both in turn. Pekko's queue of outgoing messages is made so long that it drops none, and its messages have a serializer written by hand.
 *
 * <p>Arguments: messages of a round, questions of a round, rounds.
 */
public final class ClusterFigures {
    private static final int KEYS = 100;
    private static final Duration FIRST = Duration.ofSeconds(2);
    private static final Duration LONG = Duration.ofSeconds(30);

    private final int messages;
    private final int questions;

    private ClusterFigures(int messages, int questions) {
        this.messages = messages;
        this.questions = questions;
    }

    /** Runs the comparison. */
    public static void main(String[] arguments) throws Exception {
        var figures = new ClusterFigures(Integer.parseInt(arguments[0]), Integer.parseInt(arguments[1]));
        int rounds = Integer.parseInt(arguments[2]);
        try (var ours = new Ours();
                var plain = new Plain()) {
            for (int round = 0; round < rounds; round++) {
                figures.run("ropewalk", ours);
                figures.run("pekko", plain);
            }
        }
        System.exit(0);
    }

    private void run(String name, Side side) throws Exception {
        long before = side.received().get();
        long begin = System.nanoTime();
        for (int i = 0; i < messages; i++) {
            side.tell(i % KEYS, i);
        }
        while (side.received().get() - before < messages && System.nanoTime() - begin < LONG.toNanos()) {
            Thread.onSpinWait();
        }
        double seconds = (System.nanoTime() - begin) / 1e9;
        long got = side.received().get() - before;
        long[] nanos = new long[questions];
        for (int i = 0; i < questions; i++) {
            long asked = System.nanoTime();
            side.ask(i % KEYS);
            nanos[i] = System.nanoTime() - asked;
        }
        Arrays.sort(nanos);
        System.out.printf(
                "%-10s %,10.0f messages/s, %d of %d came, ask p50 %.0f us, p99 %.0f us%n",
                name, got / seconds, got, messages, nanos[questions / 2] / 1e3, nanos[questions * 99 / 100] / 1e3);
    }

    /** One of the two. */
    private interface Side extends AutoCloseable {
        void tell(int key, long number);

        void ask(int key) throws Exception;

        AtomicLong received();

        @Override
        void close();
    }

    // Ropewalk

    /** What our entities understand. */
    public sealed interface Command permits Add, Where {}

    /** Counts. */
    public record Add(long number) implements Command {}

    /** Asks on which node the entity is. */
    public record Where(ActorRef<String> answer) implements Command {}

    private static final class Ours implements Side {
        private static final EntityType<String, Command> TYPE = EntityType.of("counter", String.class, Command.class);
        private static final CodecRegistry CODECS = CodecRegistry.builder()
                .register(1, String.class)
                .register(2, Add.class)
                .register(3, Where.class)
                .build();

        private final ActorSystem first = ActorSystem.create("first");
        private final ActorSystem second = ActorSystem.create("second");
        private final Cluster a;
        private final Cluster b;
        private final AtomicLong received = new AtomicLong();
        private final List<EntityRef<String, Command>> away = new ArrayList<>();

        Ours() throws Exception {
            ClusterOptions options = ClusterOptions.defaults("figures", CODECS).plaintext(true);
            a = Cluster.join(first, options);
            long begin = System.nanoTime();
            b = Cluster.join(second, options.seeds(List.of(a.self().address())));
            System.out.printf("a second node has joined in %d ms%n", (System.nanoTime() - begin) / 1_000_000);
            host(a);
            host(b);
            for (int i = 0; away.size() < KEYS; i++) {
                EntityRef<String, Command> ref = a.entity(TYPE, "key-" + i);
                if (ref.<String>ask(Where::new, LONG)
                        .get(30, TimeUnit.SECONDS)
                        .equals(b.self().toString())) {
                    away.add(ref);
                }
            }
        }

        private void host(Cluster cluster) {
            String self = cluster.self().toString();
            cluster.host(TYPE, entity -> command -> {
                switch (command) {
                    case Add add -> received.incrementAndGet();
                    case Where where -> where.answer().tell(self);
                }
            });
        }

        @Override
        public void tell(int key, long number) {
            away.get(key).tell(new Add(number));
        }

        @Override
        public void ask(int key) throws Exception {
            away.get(key).<String>ask(Where::new, LONG).get(30, TimeUnit.SECONDS);
        }

        @Override
        public AtomicLong received() {
            return received;
        }

        @Override
        public void close() {
            System.out.println(a.stats());
            b.close();
            a.close();
            second.close();
            first.close();
        }
    }

    // Pekko

    /** What Pekko's entities understand. */
    record PlainAdd(String key, long number) {}

    record PlainWhere(String key) {}

    record PlainHere(String node) {}

    /** Writes what plain Pekko sends. */
    public static final class PlainSerializer extends SerializerWithStringManifest {
        /** Made by Pekko. */
        public PlainSerializer(ExtendedActorSystem system) {}

        @Override
        public int identifier() {
            return 4711;
        }

        @Override
        public String manifest(Object message) {
            return message instanceof PlainAdd ? "a" : message instanceof PlainWhere ? "w" : "h";
        }

        @Override
        public byte[] toBinary(Object message) {
            return switch (message) {
                case PlainAdd add -> {
                    byte[] key = add.key().getBytes(StandardCharsets.UTF_8);
                    yield ByteBuffer.allocate(Long.BYTES + key.length)
                            .putLong(add.number())
                            .put(key)
                            .array();
                }
                case PlainWhere where -> where.key().getBytes(StandardCharsets.UTF_8);
                case PlainHere here -> here.node().getBytes(StandardCharsets.UTF_8);
                default -> throw new IllegalArgumentException(String.valueOf(message));
            };
        }

        @Override
        public Object fromBinary(byte[] bytes, String manifest) {
            return switch (manifest) {
                case "a" ->
                    new PlainAdd(
                            new String(bytes, Long.BYTES, bytes.length - Long.BYTES, StandardCharsets.UTF_8),
                            ByteBuffer.wrap(bytes).getLong());
                case "w" -> new PlainWhere(new String(bytes, StandardCharsets.UTF_8));
                default -> new PlainHere(new String(bytes, StandardCharsets.UTF_8));
            };
        }
    }

    private static final class Plain implements Side {
        private final AtomicLong received = new AtomicLong();
        private final org.apache.pekko.actor.ActorSystem first = start(17_355);
        private final org.apache.pekko.actor.ActorSystem second = start(17_356);
        private final org.apache.pekko.actor.ActorRef region;
        private final List<String> away = new ArrayList<>();

        Plain() throws Exception {
            region = host(first);
            host(second);
            for (int i = 0; away.size() < KEYS; i++) {
                String key = "key-" + i;
                if (found(key).equals("17356")) {
                    away.add(key);
                }
            }
        }

        private static org.apache.pekko.actor.ActorSystem start(int port) {
            Config config = ConfigFactory.parseString("""
                    pekko.actor.provider = cluster
                    pekko.loglevel = WARNING
                    pekko.log-dead-letters = off
                    pekko.remote.artery.transport = tcp
                    pekko.remote.artery.canonical.hostname = "127.0.0.1"
                    pekko.remote.artery.advanced.outbound-message-queue-size = 4194304
                    pekko.cluster.seed-nodes = ["pekko://plain@127.0.0.1:17355"]
                    pekko.cluster.jmx.enabled = off
                    pekko.cluster.sharding.number-of-shards = 128
                    pekko.cluster.sharding.rebalance-interval = 1s
                    pekko.cluster.sharding.least-shard-allocation-strategy.rebalance-absolute-limit = 100
                    pekko.coordinated-shutdown.run-by-jvm-shutdown-hook = off
                    pekko.actor.allow-java-serialization = off
                    pekko.actor.serializers.plain = "dev.ropewalk.cluster.pekko.ClusterFigures$PlainSerializer"
                    pekko.actor.serialization-bindings {
                      "dev.ropewalk.cluster.pekko.ClusterFigures$PlainAdd" = plain
                      "dev.ropewalk.cluster.pekko.ClusterFigures$PlainWhere" = plain
                      "dev.ropewalk.cluster.pekko.ClusterFigures$PlainHere" = plain
                    }
                    """)
                    .withFallback(ConfigFactory.parseString("pekko.remote.artery.canonical.port = " + port));
            return org.apache.pekko.actor.ActorSystem.create(
                    "plain", config.withFallback(ConfigFactory.defaultReference()));
        }

        private org.apache.pekko.actor.ActorRef host(org.apache.pekko.actor.ActorSystem system) {
            String port = String.valueOf(org.apache.pekko.cluster.Cluster.get(system)
                    .selfAddress()
                    .port()
                    .get());
            return ClusterSharding.get(system)
                    .start(
                            "counter",
                            Props.create(PlainEntity.class, () -> new PlainEntity(received, port)),
                            ClusterShardingSettings.create(system),
                            new ByKey());
        }

        /** Asks again when there is no answer: Pekko drops messages while a shard moves. */
        private String found(String key) throws Exception {
            while (true) {
                try {
                    return where(key, FIRST);
                } catch (ExecutionException unanswered) {
                    System.out.println("asked again: " + unanswered.getMessage());
                }
            }
        }

        private String where(String key, Duration timeout) throws Exception {
            return ((PlainHere) Patterns.ask(region, new PlainWhere(key), timeout)
                            .toCompletableFuture()
                            .get(30, TimeUnit.SECONDS))
                    .node();
        }

        @Override
        public void tell(int key, long number) {
            region.tell(new PlainAdd(away.get(key), number), org.apache.pekko.actor.ActorRef.noSender());
        }

        @Override
        public void ask(int key) throws Exception {
            String ignored = where(away.get(key), LONG);
        }

        @Override
        public AtomicLong received() {
            return received;
        }

        @Override
        public void close() {
            second.terminate();
            first.terminate();
        }
    }

    private static final class ByKey extends ShardRegion.HashCodeMessageExtractor {
        ByKey() {
            super(128);
        }

        @Override
        public String entityId(Object message) {
            return message instanceof PlainAdd add ? add.key() : ((PlainWhere) message).key();
        }
    }

    private static final class PlainEntity extends AbstractActor {
        private final AtomicLong received;
        private final String node;

        PlainEntity(AtomicLong received, String node) {
            this.received = received;
            this.node = node;
        }

        @Override
        public Receive createReceive() {
            return receiveBuilder()
                    .match(PlainAdd.class, add -> received.incrementAndGet())
                    .match(PlainWhere.class, where -> getSender().tell(new PlainHere(node), getSelf()))
                    .build();
        }
    }
}
