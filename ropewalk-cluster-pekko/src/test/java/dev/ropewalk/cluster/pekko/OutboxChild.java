package dev.ropewalk.cluster.pekko;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.EntityContext;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.NodeAddress;
import dev.ropewalk.cluster.Outbox;
import dev.ropewalk.cluster.OutboxOptions;
import dev.ropewalk.cluster.ReliableRef;
import dev.ropewalk.cluster.SplitBrain;
import dev.ropewalk.cluster.codec.CodecRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A node in a JVM of its own that tells steps by an outbox, and prints which it begins to tell and which were accepted. What entities handle, on whatever node, they write to one file. */
final class OutboxChild {
    static final EntityType<String, Step> TYPE = EntityType.of("walker", String.class, Step.class);
    static final int KEYS = 3;

    private static final CodecRegistry CODECS = CodecRegistry.builder()
            .register(1, String.class)
            .register(2, Step.class)
            .build();

    /** The next step. */
    record Step(long number) {}

    private OutboxChild() {}

    static ClusterOptions options(List<NodeAddress> seeds) {
        return ClusterOptions.defaults("walk", CODECS)
                .seeds(seeds)
                .plaintext(true)
                .shards(8)
                .splitBrain(SplitBrain.keepOldest()) // of two nodes the one that isn't killed goes on
                .stableAfter(Duration.ofSeconds(3)); // a node on a busy machine may pause for longer than a second
    }

    static void host(Cluster cluster, Path handled) {
        cluster.host(TYPE, entity -> walker(entity, handled));
    }

    private static Actor<Step> walker(EntityContext<String, Step> entity, Path handled) {
        String prefix = entity.key() + " " + UUID.randomUUID() + " ";
        return step -> {
            LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(200)); // so that something waits
            try {
                Path ignored = Files.writeString(
                        handled, prefix + step.number() + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        };
    }

    /** Takes the port of the seed, the folder of the outbox, the file of what was handled, and from and to which number it tells. */
    public static void main(String[] args) {
        var seed = new NodeAddress("127.0.0.1", Integer.parseInt(args[0]));
        long from = Long.parseLong(args[3]);
        long to = Long.parseLong(args[4]);
        try (ActorSystem system = ActorSystem.create("child");
                Cluster cluster = Cluster.join(system, options(List.of(seed)), new PekkoEngineProvider())) {
            host(cluster, Path.of(args[2]));
            Outbox outbox = cluster.outbox(OutboxOptions.defaults(Path.of(args[1])));
            List<ReliableRef<String, Step>> refs = List.of(
                    outbox.to(cluster.entity(TYPE, "0")),
                    outbox.to(cluster.entity(TYPE, "1")),
                    outbox.to(cluster.entity(TYPE, "2")));
            for (long number = from; number < to; number++) {
                System.out.println("telling " + number);
                for (ReliableRef<String, Step> ref : refs) {
                    ref.tell(new Step(number));
                }
                System.out.println("accepted " + number);
            }
            refs.forEach(ref -> ref.delivered().join());
            System.out.println("delivered " + outbox.stats().waiting());
        }
    }
}
