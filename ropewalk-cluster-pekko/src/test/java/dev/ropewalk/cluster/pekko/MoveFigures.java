package dev.ropewalk.cluster.pekko;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.EntityRef;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.codec.CodecRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Measures for how long entities pause when they move to another node: three nodes of Pekko in this process, of which the third joins and leaves while a thread tells each of many entities something every 20
 * milliseconds. Prints for each move of nodes the longest time between two messages of an entity, over all entities.
 */
public final class MoveFigures {
    private static final int KEYS = 1000;
    private static final EntityType<Integer, Long> TYPE = EntityType.of("clock", Integer.class, Long.class);
    private static final CodecRegistry CODECS = CodecRegistry.builder()
            .register(1, Integer.class)
            .register(2, Long.class)
            .build();

    private final AtomicLongArray last = new AtomicLongArray(KEYS);
    private final AtomicLongArray longest = new AtomicLongArray(KEYS);
    private final AtomicLong handled = new AtomicLong();
    private final AtomicLong begun = new AtomicLong();
    private volatile boolean isOver;

    private MoveFigures() {}

    /** Measures some moves. */
    public static void main(String[] arguments) throws Exception {
        new MoveFigures().run();
        System.exit(0);
    }

    private void run() throws Exception {
        ClusterOptions options = ClusterOptions.defaults("moves", CODECS).plaintext(true);
        Cluster first = join("first", options);
        ClusterOptions others = options.seeds(List.of(first.self().address()));
        Cluster second = join("second", others);
        Thread sender = Thread.ofPlatform().start(() -> tell(first));
        Thread.sleep(5000);
        report("two nodes, nothing moves");
        Cluster third = join("third", others);
        Thread.sleep(8000);
        report("a third node has joined");
        third.close();
        Thread.sleep(3000);
        report("it has left");
        isOver = true;
        sender.join();
        System.out.println(first.stats().losses() + " lost");
        second.close();
        first.close();
    }

    private Cluster join(String name, ClusterOptions options) {
        Cluster cluster = Cluster.join(ActorSystem.create(name), options);
        cluster.host(TYPE, entity -> {
            begun.incrementAndGet();
            int key = entity.key();
            return number -> arrived(key);
        });
        return cluster;
    }

    private void arrived(int key) {
        long now = System.nanoTime();
        long before = last.getAndSet(key, now);
        if (before != 0) {
            longest.accumulateAndGet(key, now - before, Math::max);
        }
        handled.incrementAndGet();
    }

    private void tell(Cluster from) {
        List<EntityRef<Integer, Long>> refs = new ArrayList<>();
        for (int key = 0; key < KEYS; key++) {
            refs.add(from.entity(TYPE, key));
        }
        for (long number = 0; !isOver; number++) {
            for (EntityRef<Integer, Long> ref : refs) {
                ref.tell(number);
            }
            try {
                Thread.sleep(Duration.ofMillis(20));
            } catch (InterruptedException e) {
                return;
            }
        }
    }

    private void report(String what) {
        long[] gaps = new long[KEYS];
        for (int key = 0; key < KEYS; key++) {
            gaps[key] = longest.getAndSet(key, 0) / 1_000_000;
        }
        Arrays.sort(gaps);
        System.out.printf(
                "%s: longest pause of an entity p50 %d ms, p99 %d ms, max %d ms; %d messages, %d beginnings of entities%n",
                what, gaps[KEYS / 2], gaps[KEYS * 99 / 100], gaps[KEYS - 1], handled.getAndSet(0), begun.getAndSet(0));
    }
}
