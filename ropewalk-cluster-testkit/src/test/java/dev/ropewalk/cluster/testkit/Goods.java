package dev.ropewalk.cluster.testkit;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ServiceKey;
import dev.ropewalk.channel.Sender;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

/** What goes through channels, and how their sending ends come to other nodes: by an actor that is told them. */
final class Goods {
    static final CodecRegistry CODECS = CodecRegistry.builder()
            .register(1, String.class)
            .register(2, Item.class)
            .register(3, Hint.class)
            .register(4, Handing.class)
            .build();

    private static final AtomicInteger HANDINGS = new AtomicInteger();

    private Goods() {}

    /** An element. */
    record Item(int from, int number, String text) {
        Item(int from, int number) {
            this(from, number, "");
        }
    }

    /** Another type that is registered. */
    record Hint(int number) {}

    /** Hands a sending end over. */
    record Handing(Sender<Item> sender) {}

    /** Returns an end that was sent to another node. */
    static Sender<Item> hand(Sender<Item> sender, Cluster from, Cluster to, Duration deadline) {
        if (from.equals(to)) {
            return sender;
        }
        ServiceKey<Handing> key = new ServiceKey<>("handing-" + HANDINGS.incrementAndGet(), Handing.class);
        var handed = new CompletableFuture<Sender<Item>>();
        ActorRef<Handing> taker = to.system().spawn(context -> handing -> handed.complete(handing.sender()));
        to.receptionist().register(key, taker);
        Await.until("it is known", () -> !from.receptionist().find(key).isEmpty(), deadline);
        from.receptionist().find(key).iterator().next().tell(new Handing(sender));
        Await.until("it was handed over", handed::isDone, deadline);
        to.system().stop(taker);
        return handed.join();
    }
}
