package dev.ropewalk.cluster.entity;

import dev.ropewalk.actor.ActorGroup;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Entities;
import dev.ropewalk.cluster.EntityFactory;
import dev.ropewalk.cluster.EntityOptions;
import dev.ropewalk.cluster.EntityRef;
import dev.ropewalk.cluster.EntityStats;
import dev.ropewalk.cluster.EntityType;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * The entities of a type in this process. For each key there is one slot at most to which messages go; others of the same key are about to end.
 *
 * <p>Which slot that is the map says: a slot is put there when there is none, or one whose gate is closed, and taken out when its
 * actor has stopped. All that happens within the map's atomic operations; of users' code only {@code equals} and {@code hashCode} of keys
 * run there.
 *
 * <p>Why none begins after the end. The closer first says that the region is closed, and then closes the gates of all slots. Whoever has made a slot
 * looks afterwards whether the region is closed, and closes its gate then. A slot is counted before it is in the map, so that the closer
 * doesn't take the region for empty.
 *
 * @param <K> the type of the keys
 * @param <M> the type of the messages
 */
public final class EntityRegion<K, M> implements Entities<K, M> {
    private final ActorSystem system;
    private final EntityType<K, M> type;
    private final EntityOptions<? super M> options;
    private final EntityFactory<K, M> factory;
    private final ActorGroup group;
    private final ConcurrentHashMap<K, EntitySlot<K, M>> slots = new ConcurrentHashMap<>();
    private final @Nullable ActiveLimit limit;
    private final @Nullable IdleSweep sweep;
    private final AtomicLong active = new AtomicLong();
    private final LongAdder started = new LongAdder();
    private final LongAdder passivatedIdle = new LongAdder();
    private final LongAdder passivatedOver = new LongAdder();
    private final LongAdder passivatedAsked = new LongAdder();
    private final LongAdder stopped = new LongAdder();
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private volatile boolean closed;

    /**
     * Begins to host a type.
     *
     * @throws IllegalArgumentException if the system has an actor of that name at the top
     */
    public EntityRegion(
            ActorSystem system, EntityType<K, M> type, EntityOptions<? super M> options, EntityFactory<K, M> factory) {
        this.system = system;
        this.type = type;
        this.options = options;
        this.factory = factory;
        this.group = system.spawnGroup(type.name(), options.supervision());
        this.limit = options.maxActive().isPresent()
                ? new ActiveLimit(options.maxActive().getAsInt(), slot -> passivate(slot, Passivation.OVER))
                : null;
        this.sweep = options.passivateIdle()
                ? new IdleSweep(
                        system.scheduler(),
                        options.idleTime(),
                        slots.values(),
                        slot -> passivate(slot, Passivation.IDLE))
                : null;
    }

    // Beginning

    /** Goes through the gate of an entity, which is started if it isn't there; returns null if there will be none any more. */
    @Nullable
    EntitySlot<K, M> enter(K key) {
        while (true) {
            EntitySlot<K, M> slot = slots.get(key);
            if (slot == null || slot.isClosed()) {
                if (slot != null) {
                    slot.retell();
                }
                slot = closed ? null : begin(key);
            } else {
                slot.use();
            }
            if (slot == null || slot.enter()) {
                return slot;
            }
        }
    }

    /** Returns the slot of a key, which is made if there is none that is open; null if the system ends. */
    private @Nullable EntitySlot<K, M> begin(K key) {
        var made = new Object() {
            @Nullable
            EntitySlot<K, M> slot;
        };
        EntitySlot<K, M> slot;
        try {
            slot = slots.compute(key, (k, current) -> {
                if (current != null && !current.isClosed()) {
                    return current;
                }
                made.slot = make(k, current);
                return made.slot;
            });
        } catch (NoMoreEntities stopping) {
            return null;
        }
        if (made.slot != null) {
            begun(made.slot);
        }
        return slot;
    }

    private EntitySlot<K, M> make(K key, @Nullable EntitySlot<K, M> before) {
        active.incrementAndGet();
        boolean isMade = false;
        try {
            var slot = new EntitySlot<>(this, key, before);
            isMade = true;
            return slot;
        } finally {
            if (!isMade) {
                active.decrementAndGet();
            }
        }
    }

    private void begun(EntitySlot<K, M> slot) {
        try {
            started.increment();
            if (limit != null) {
                limit.made(slot);
            }
        } finally {
            watch(slot);
        }
        if (closed) {
            passivate(slot, Passivation.ASKED);
        }
    }

    /** Sees to it that the end of an entity is noted. One that can't be watched, for want of memory, tells of it, and is stopped. */
    private void watch(EntitySlot<K, M> slot) {
        boolean watched = false;
        try {
            var ignored = system.whenStopped(slot.actor).whenComplete((nothing, failure) -> ended(slot));
            watched = true;
        } finally {
            if (!watched) {
                slot.tellsItself();
                system.stop(slot.actor);
            }
        }
    }

    /** The group has ended, or is about to. What a key of users throws is never this. */
    private static final class NoMoreEntities extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NoMoreEntities(IllegalStateException cause) {
            super(cause);
        }
    }

    /** Spawns the actor of a slot. */
    ActorRef<M> spawn(EntitySlot<K, M> slot) {
        try {
            return group.spawn(options.actor(), context -> new EntityShell<>(slot, context));
        } catch (IllegalStateException stopping) {
            throw new NoMoreEntities(stopping);
        }
    }

    // Ending

    /** Has an entity stop when it has handled what was sent to it, unless that was ordered before. */
    void passivate(EntitySlot<?, ?> slot, Passivation reason) {
        if (!closeGate(slot)) {
            return;
        }
        switch (reason) {
            case IDLE -> passivatedIdle.increment();
            case OVER -> passivatedOver.increment();
            case ASKED -> passivatedAsked.increment();
        }
    }

    private boolean closeGate(EntitySlot<?, ?> slot) {
        boolean first = slot.close();
        if (first && limit != null) {
            limit.closed();
        }
        return first;
    }

    /**
     * The actor of an entity has stopped. One that was stopped before it began, while the entity before goes on, hasn't ended until that has: the next one
     * waits for both. Whatever one step throws, the others follow, or the next one would wait for ever.
     */
    void ended(EntitySlot<K, M> slot) {
        if (!slot.end()) {
            return;
        }
        try {
            if (closeGate(slot)) {
                stopped.increment();
            }
        } finally {
            CompletableFuture<Void> before = slot.predecessor();
            if (before.isDone()) {
                forget(slot);
            } else {
                var ignored = before.whenComplete((nothing, failure) -> forget(slot));
            }
        }
    }

    private void forget(EntitySlot<K, M> slot) {
        slot.begun();
        try {
            slots.remove(slot.key, slot); // may ask the key, which is code of users
        } finally {
            active.decrementAndGet();
            try {
                endIfEmpty();
            } finally {
                slot.ended.complete(null); // calls back users, who may take long
            }
        }
    }

    /** Has all entities stop when they have handled what was sent to them; the future completes when they have stopped. */
    public CompletableFuture<Void> close() {
        closed = true;
        if (sweep != null) {
            sweep.end();
        }
        slots.values().forEach(slot -> {
            passivate(slot, Passivation.ASKED);
            slot.retell();
        });
        endIfEmpty();
        return end;
    }

    private void endIfEmpty() {
        if (closed && active.get() == 0 && end.complete(null)) {
            system.stop(group.ref());
        }
    }

    /** Stops what is left, at once; returns how many entities that are: none if all had ended, whoever sends too late. */
    public int stopAll() {
        int left = end.isDone() ? 0 : Math.toIntExact(active.get());
        system.stop(group.ref());
        return left;
    }

    // Looking

    @Override
    public EntityType<K, M> type() {
        return type;
    }

    @Override
    public EntityRef<K, M> entity(K key) {
        Objects.requireNonNull(key, "key");
        if (!type.keyType().isInstance(key)) {
            throw new IllegalArgumentException(
                    "a key of '" + type.name() + "' is a " + type.keyType().getName() + ", but this is a "
                            + key.getClass().getName() + ": " + key);
        }
        return new LocalEntityRef<>(this, key);
    }

    @Override
    public CompletableFuture<Void> passivate(K key) {
        EntitySlot<K, M> slot = slots.get(Objects.requireNonNull(key, "key"));
        if (slot == null) {
            return CompletableFuture.completedFuture(null);
        }
        passivate(slot, Passivation.ASKED);
        return slot.ended.copy();
    }

    @Override
    public Set<K> activeKeys() {
        return Set.copyOf(slots.keySet());
    }

    @Override
    public EntityStats stats() {
        return new EntityStats(
                active.get(),
                started.sum(),
                passivatedIdle.sum(),
                passivatedOver.sum(),
                passivatedAsked.sum(),
                stopped.sum());
    }

    ActorSystem system() {
        return system;
    }

    EntityFactory<K, M> factory() {
        return factory;
    }

    String path() {
        return group.ref().path();
    }

    /** Returns where messages go when there are no entities any more: each becomes a dead letter. */
    @SuppressWarnings("unchecked") // the parent of a group takes any message, and handles none
    ActorRef<M> ended() {
        return (ActorRef<M>) (ActorRef<?>) group.ref();
    }

    boolean isCalledByAStrand() {
        return system.scheduler().currentStrand().isPresent();
    }
}
