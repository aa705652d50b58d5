package dev.ropewalk.cluster.testkit;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.cluster.EntityContext;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.scheduler.Scheduler;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Entities that note which orders of each sender they have handled, in one place for all nodes of a test: whether one is missing, overtaken or doubled. On their way they pause, fail, stop and are passivated as the orders say.
 */
final class Receipts {
    static final EntityType<String, Order> TYPE = EntityType.of("shop", String.class, Order.class);
    static final CodecRegistry CODECS = CodecRegistry.builder()
            .register(1, String.class)
            .register(2, Order.class)
            .registerEnum(
                    3,
                    Deed.class,
                    Map.of(Deed.NOTHING, 0, Deed.PAUSE, 1, Deed.FAIL, 2, Deed.STOP, 3, Deed.PASSIVATE, 4))
            .build();

    /** What an entity does with an order beside noting it. */
    enum Deed {
        NOTHING,
        PAUSE,
        FAIL,
        STOP,
        PASSIVATE
    }

    private static final List<Deed> DEEDS = List.of(Deed.NOTHING, Deed.PAUSE, Deed.FAIL, Deed.STOP, Deed.PASSIVATE);

    /** Returns one deed after another, from 0 on, and then nothing to do. */
    static Deed deed(long number) {
        return number < DEEDS.size() ? DEEDS.get((int) number) : Deed.NOTHING;
    }

    /** The next order of a sender to a key, from 0. */
    record Order(String sender, long number, Deed deed) {}

    private final Map<String, Long> next = new ConcurrentHashMap<>();
    private final Queue<String> violations = new ConcurrentLinkedQueue<>();
    private final AtomicLong handled = new AtomicLong();
    private final AtomicLong repeated = new AtomicLong();
    private final AtomicLong begun = new AtomicLong();
    private final AtomicBoolean mayRepeat = new AtomicBoolean();
    private final Set<String> stopped = ConcurrentHashMap.newKeySet();
    private volatile CompletableFuture<Void> gate = CompletableFuture.completedFuture(null);

    Actor<Order> shop(EntityContext<String, Order> entity) {
        return new Shop(entity);
    }

    /** A node fails from now on: what its entities have handled may come once more. */
    void mayRepeat() {
        mayRepeat.set(true);
    }

    /** The machine of a sender has stopped: entities don't know the sender again, so that all it has told may come to them once more, in its order. */
    void machineStopped(String sender) {
        stopped.add(sender);
    }

    /** Entities that begin from now on wait until this is completed before they handle something. */
    CompletableFuture<Void> hold() {
        var until = new CompletableFuture<Void>();
        gate = until;
        return until;
    }

    private final class Shop implements Actor<Order> {
        private final EntityContext<String, Order> entity;

        /** The latest that this entity has handled of each sender. */
        private final Map<String, Long> last = new HashMap<>();

        Shop(EntityContext<String, Order> entity) {
            this.entity = entity;
            begun.incrementAndGet();
            if (!gate.isDone()) {
                entity.actor().pauseUntil(gate, (nothing, failure) -> {});
            }
        }

        @Override
        public void receive(Order order) {
            note(order);
            switch (order.deed()) {
                case NOTHING -> {}
                case PAUSE -> entity.actor().pauseUntil(aMoment(), (nothing, failure) -> {});
                case FAIL -> throw new IllegalStateException("on purpose");
                case STOP -> entity.actor().stop();
                case PASSIVATE -> entity.passivate();
            }
        }

        private CompletableFuture<Void> aMoment() {
            var passed = new CompletableFuture<Void>();
            Scheduler scheduler = entity.actor().scheduler();
            scheduler.schedule(scheduler.newStrand(), () -> passed.complete(null), Duration.ofMillis(1));
            return passed;
        }

        private void note(Order order) {
            String what = order.sender() + " to " + entity.key();
            long number = order.number();
            Long before = last.get(what);
            last.merge(what, number, Math::max);
            boolean isAgain = before != null && number <= before && stopped.contains(order.sender());
            if (before != null && number != before + 1 && !isAgain) {
                violations.add(what + ": " + number + " after " + before + " in the same entity");
            }
            long expected = next.getOrDefault(what, 0L);
            if (number > expected || (number < expected && !mayRepeat.get())) {
                violations.add(what + ": " + number + " though " + expected + " is next");
            }
            if (number >= expected) {
                next.put(what, number + 1);
                handled.incrementAndGet();
            } else {
                repeated.incrementAndGet();
            }
        }
    }

    /** What was wrong. */
    List<String> violations() {
        return List.copyOf(violations);
    }

    /** Which order of a sender to a key is the next one that nobody has handled. */
    long next(String what) {
        return next.getOrDefault(what, 0L);
    }

    /** How many orders were handled, each counted once. */
    long handled() {
        return handled.get();
    }

    /** How many were handled once more. */
    long repeated() {
        return repeated.get();
    }

    /** How many entities have begun. */
    long begun() {
        return begun.get();
    }
}
