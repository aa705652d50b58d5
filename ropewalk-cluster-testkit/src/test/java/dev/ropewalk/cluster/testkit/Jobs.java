package dev.ropewalk.cluster.testkit;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.cluster.EntityContext;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.codec.CodecRegistry;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/** Entities that are remembered until they are done. They note, in one place for all nodes of a test, which live where, and whether two of a key do. */
final class Jobs {
    static final EntityType<String, Order> TYPE = EntityType.of("job", String.class, Order.class);
    static final CodecRegistry CODECS = CodecRegistry.builder()
            .register(1, String.class)
            .register(2, Work.class)
            .register(3, Done.class)
            .build();

    /** What a job understands. */
    sealed interface Order permits Work, Done {}

    /** Asks for the node. */
    record Work(ActorRef<String> answer) implements Order {}

    /** Is the last one. */
    record Done() implements Order {}

    /** Returns another type of the same messages. */
    static EntityType<String, Order> idle() {
        return EntityType.of("idle", String.class, Order.class);
    }

    private final Map<String, String> alive = new ConcurrentHashMap<>();
    private final Queue<String> violations = new ConcurrentLinkedQueue<>();
    private final AtomicLong begun = new AtomicLong();

    /** Makes one. */
    Actor<Order> job(String node, EntityContext<String, Order> entity) {
        String key = entity.key();
        begun.incrementAndGet();
        String other = alive.putIfAbsent(key, node);
        if (other != null) {
            violations.add(key + " begins on " + node + ", but lives on " + other);
        }
        return new Actor<>() {
            @Override
            public void receive(Order order) {
                switch (order) {
                    case Work(ActorRef<String> answer) -> answer.tell(node);
                    case Done _ -> entity.passivate();
                }
            }

            @Override
            public void postStop() {
                alive.remove(key, node);
            }
        };
    }

    /** Returns where jobs live, by their keys. */
    Map<String, String> alive() {
        return new TreeMap<>(alive);
    }

    List<String> violations() {
        return List.copyOf(violations);
    }

    /** Returns how many have begun. */
    long begun() {
        return begun.get();
    }
}
