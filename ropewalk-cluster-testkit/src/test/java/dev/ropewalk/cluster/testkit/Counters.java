package dev.ropewalk.cluster.testkit;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.cluster.EntityContext;
import dev.ropewalk.cluster.EntityOptions;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.HandsOver;
import dev.ropewalk.cluster.codec.CodecRegistry;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Entities that count what they are told, in memory, and hand the count over. */
final class Counters {
    static final EntityType<String, Command> TYPE = EntityType.of("counter", String.class, Command.class);
    static final CodecRegistry CODECS = CodecRegistry.builder()
            .register(1, String.class)
            .register(2, Long.class)
            .register(3, Add.class)
            .register(4, Count.class)
            .register(5, Counted.class)
            .build();
    static final EntityOptions<Object> OPTIONS =
            EntityOptions.defaults().passivateIdle(false).handOver(Counted.class);

    /** What a counter understands. */
    sealed interface Command permits Add, Count {}

    /** Adds one. */
    record Add() implements Command {}

    /** Asks for the count. */
    record Count(ActorRef<Long> answer) implements Command {}

    /** The state. */
    record Counted(long count, String padding) {}

    private final Map<String, AtomicInteger> alive = new ConcurrentHashMap<>();
    private final Queue<String> violations = new ConcurrentLinkedQueue<>();
    private final AtomicInteger begun = new AtomicInteger();
    private final String padding;

    /**
     * Makes some.
     *
     * @param padding what makes a state large
     */
    Counters(String padding) {
        this.padding = padding;
    }

    Actor<Command> counter(EntityContext<String, Command> entity) {
        return new Counter(entity);
    }

    private final class Counter implements Actor<Command>, HandsOver<Counted> {
        private final AtomicInteger living;
        private long count;

        Counter(EntityContext<String, Command> entity) {
            count = entity.handedOver(Counted.class).map(Counted::count).orElse(0L);
            begun.incrementAndGet();
            living = alive.computeIfAbsent(entity.key(), k -> new AtomicInteger());
            if (living.incrementAndGet() != 1) {
                violations.add("two of " + entity.key() + " live");
            }
        }

        @Override
        public void receive(Command command) {
            switch (command) {
                case Add() -> count++;
                case Count(ActorRef<Long> answer) -> answer.tell(count);
            }
        }

        @Override
        public Counted handOver() {
            return new Counted(count, padding);
        }

        @Override
        public void postStop() {
            living.decrementAndGet();
        }
    }

    /** What was wrong. */
    List<String> violations() {
        return List.copyOf(violations);
    }

    /** How many have begun. */
    int begun() {
        return begun.get();
    }
}
