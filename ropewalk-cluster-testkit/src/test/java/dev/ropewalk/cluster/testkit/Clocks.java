package dev.ropewalk.cluster.testkit;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.cluster.codec.CodecRegistry;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** A singleton that notes, in one place for all nodes of a test, where it has begun, what it was told, and whether two of it live. */
final class Clocks {
    /** Strings aren't registered: a singleton needs no keys. */
    static final CodecRegistry CODECS = CodecRegistry.builder()
            .register(1, Tick.class)
            .register(2, Ask.class)
            .register(3, Where.class)
            .build();

    /** What a clock understands. */
    sealed interface Ticking permits Tick, Ask {}

    /** Is counted. */
    record Tick() implements Ticking {}

    /** Asks on which node it lives. */
    record Ask(ActorRef<Where> answer) implements Ticking {}

    /** The node. */
    record Where(String node) {}

    private final Queue<String> begun = new ConcurrentLinkedQueue<>();
    private final Queue<String> violations = new ConcurrentLinkedQueue<>();
    private final AtomicInteger alive = new AtomicInteger();
    private final AtomicLong ticks = new AtomicLong();

    /** Makes one. */
    Actor<Ticking> clock(String node) {
        int now = alive.incrementAndGet();
        if (now != 1) {
            violations.add(now + " live when one begins on " + node + " after " + begun);
        }
        begun.add(node);
        return new Actor<>() {
            @Override
            public void receive(Ticking message) {
                switch (message) {
                    case Tick tick -> ticks.incrementAndGet();
                    case Ask ask -> ask.answer().tell(new Where(node));
                }
            }

            @Override
            public void postStop() {
                alive.decrementAndGet();
            }
        };
    }

    List<String> begun() {
        return List.copyOf(begun);
    }

    List<String> violations() {
        return List.copyOf(violations);
    }

    int alive() {
        return alive.get();
    }

    long ticks() {
        return ticks.get();
    }
}
