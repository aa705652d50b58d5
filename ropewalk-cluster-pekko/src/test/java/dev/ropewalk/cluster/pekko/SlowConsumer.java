package dev.ropewalk.cluster.pekko;

import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.actor.OverflowPolicy;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.EntityOptions;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.LinkOptions;
import dev.ropewalk.cluster.NodeAddress;
import dev.ropewalk.cluster.codec.CodecRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** A JVM with a node whose entities take nothing, once they were sent something large, until this process is told to go on. */
final class SlowConsumer {
    static final EntityType<String, Command> TYPE = EntityType.of("store", String.class, Command.class);
    static final CodecRegistry CODECS = CodecRegistry.builder()
            .register(1, String.class)
            .register(2, Boolean.class)
            .register(3, Long.class)
            .registerSealed(Command.class, Map.of(Load.class, 4, IsSlow.class, 5, Loads.class, 6))
            .build();

    private static final int MAILBOX = 100_000;
    private static final CompletableFuture<Void> GATE = new CompletableFuture<>();

    private SlowConsumer() {}

    sealed interface Command {}

    /** Something large. */
    @SuppressWarnings("ArrayRecordComponent") // isn't compared
    record Load(byte[] bytes) implements Command {}

    /** Asks whether this is an entity of a slow node. */
    record IsSlow(ActorRef<Boolean> replyTo) implements Command {}

    /** Asks how many loads have been taken. */
    record Loads(ActorRef<Long> replyTo) implements Command {}

    static ClusterOptions options(List<NodeAddress> seeds, int windowBytes) {
        return ClusterOptions.defaults("shop", CODECS)
                .plaintext(true)
                .shards(8)
                .seeds(seeds)
                .joinTimeout(Duration.ofSeconds(60))
                .stableAfter(Duration.ofSeconds(30)) // so that nodes which get no time for a while go on
                .link(LinkOptions.defaults().windowBytes(windowBytes));
    }

    /** Hosts the entities, with mailboxes that would have room for all. */
    static void host(Cluster cluster, boolean isSlow) {
        var actor = ActorOptions.defaults().mailbox(Mailbox.bounded(MAILBOX, OverflowPolicy.BLOCK));
        var ignored = cluster.host(TYPE, EntityOptions.defaults().actor(actor), entity -> {
            long[] taken = new long[1];
            return message -> {
                switch (message) {
                    case Load load -> {
                        taken[0]++;
                        if (isSlow && !GATE.isDone()) {
                            entity.actor().pauseUntil(GATE, (nothing, failure) -> {});
                        }
                    }
                    case IsSlow question -> question.replyTo().tell(isSlow);
                    case Loads question -> question.replyTo().tell(taken[0]);
                }
            };
        });
    }

    /** Joins by the node at a port; goes on when a byte comes, and ends when there are no more. */
    public static void main(String[] args) throws IOException {
        var seed = new NodeAddress("127.0.0.1", Integer.parseInt(args[0]));
        ActorSystem system = ActorSystem.create("slow");
        Cluster cluster = Cluster.join(system, options(List.of(seed), Integer.parseInt(args[1])));
        host(cluster, true);
        if (System.in.read() >= 0) {
            GATE.complete(null);
            while (System.in.read() >= 0) {
                // goes on
            }
        }
        Runtime.getRuntime().halt(0);
    }
}
