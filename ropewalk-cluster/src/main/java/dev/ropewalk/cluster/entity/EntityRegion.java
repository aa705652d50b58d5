package dev.ropewalk.cluster.entity;

import dev.ropewalk.actor.ActorGroup;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.base.Attempts;
import dev.ropewalk.base.SafeLog;
import dev.ropewalk.cluster.Entities;
import dev.ropewalk.cluster.EntityFactory;
import dev.ropewalk.cluster.EntityOptions;
import dev.ropewalk.cluster.EntityRef;
import dev.ropewalk.cluster.EntityStats;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.HandsOver;
import java.lang.System.Logger.Level;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The entities of a type in this process: what all its shards have in common. A shard is opened when this process begins to own it.
 *
 * @param <K> the type of the keys
 * @param <M> the type of the messages
 */
public final class EntityRegion<K, M> implements Entities<K, M> {
    private static final SafeLog LOG = new SafeLog("dev.ropewalk.cluster", EntityRegion.class);

    /** Where all is in one process. */
    private static final int ONLY_SHARD = 0;

    /** Says how many gates of entities may have an owner. */
    final GateOwners gateOwners = new GateOwners();

    private final ActorSystem system;
    private final EntityType<K, M> type;
    private final EntityOptions<? super M> options;
    private final EntityFactory<K, M> factory;
    private final ActorGroup group;
    private final Function<? super K, EntityRef<K, M>> refs;

    /** Those that are open, and those that end. */
    private final Set<EntityShard<K, M>> shards = Collections.synchronizedSet(new LinkedHashSet<>());

    /** Null if entities aren't remembered. */
    private final @Nullable Remembering<K> remembering;

    private final @Nullable ActiveLimit<EntitySlot<K, M>> limit;
    private final @Nullable IdleSweep sweep;
    private final AtomicBoolean isWarned = new AtomicBoolean();
    private final LongAdder started = new LongAdder();
    private final LongAdder passivatedIdle = new LongAdder();
    private final LongAdder passivatedOver = new LongAdder();
    private final LongAdder passivatedAsked = new LongAdder();
    private final LongAdder stopped = new LongAdder();
    private final Set<LocalWay<K, M>> senders = Collections.synchronizedSet(new LinkedHashSet<>());
    private final LongAdder redelivered = new LongAdder();

    /**
     * Begins to host a type. The timer of the sweep comes first: it alone may be refused where a group isn't, and a group that was spawned can't be taken back
     * at once.
     *
     * @param refs makes the ref of an entity; null if it is always in this process, which has one shard then
     * @throws IllegalArgumentException if the system has an actor of that name at the top
     * @throws IllegalStateException if the system is closed
     * @throws RejectedExecutionException if only its scheduler is
     */
    public EntityRegion(
            ActorSystem system,
            EntityType<K, M> type,
            EntityOptions<? super M> options,
            EntityFactory<K, M> factory,
            @Nullable Function<? super K, EntityRef<K, M>> refs) {
        this.system = system;
        this.type = type;
        this.options = options;
        this.factory = factory;
        this.remembering = options.remembered(type.keyType())
                .map(keys -> new Remembering<>(keys, system.scheduler(), type.name()))
                .orElse(null);
        this.refs = refs == null ? open(ONLY_SHARD, key -> true, null)::entity : refs;
        this.limit = options.maxActive().isPresent()
                ? new ActiveLimit<>(options.maxActive().getAsInt(), slot -> passivate(slot, Passivation.OVER))
                : null;
        this.sweep = options.passivateIdle() && remembering == null
                ? new IdleSweep(
                        system.scheduler(), options.idleTime(), this::slots, slot -> passivate(slot, Passivation.IDLE))
                : null;
        this.group = beginGroup();
        if (refs == null) {
            shards().forEach(EntityShard::beginRemembered);
        }
    }

    private ActorGroup beginGroup() {
        ActorGroup begun = null;
        boolean isWatched = false;
        try {
            begun = system.spawnGroup(type.name(), options.supervision());
            var ignored = system.whenStopped(begun.ref()).thenRun(this::noMoreEntities);
            isWatched = true;
            return begun;
        } finally {
            if (!isWatched) {
                endSweep();
                if (begun != null) {
                    system.stop(begun.ref());
                }
            }
        }
    }

    /** There will be none any more: the type has failed, or the system is closed. */
    private void noMoreEntities() {
        Attempts.all(this::endSweep, this::endSenders, () -> Attempts.each(shards(), EntityShard::giveUpMemory));
    }

    private void endSweep() {
        if (sweep != null) {
            sweep.end();
        }
    }

    // Beginning

    /**
     * Begins to own a shard.
     *
     * @param isOwn whether a key is one of this shard
     * @param estate what its entities get from the owner before and leave to the next one; null if nothing
     */
    public EntityShard<K, M> open(int number, Predicate<? super K> isOwn, @Nullable Estate<K> estate) {
        var shard = new EntityShard<>(this, estate, remembering == null ? null : remembering.open(number), isOwn);
        shards.add(shard);
        return shard;
    }

    /** Has an entity begin, if its shard, the only one here, is open. */
    public void start(K key) {
        shards.forEach(shard -> shard.start(key));
    }

    /** Forgets a shard that has ended. */
    public void forget(EntityShard<K, M> shard) {
        shards.remove(shard);
    }

    private List<EntityShard<K, M>> shards() {
        synchronized (shards) {
            return List.copyOf(shards);
        }
    }

    /** An entity was made. */
    void begun(EntitySlot<K, M> slot) {
        try {
            started.increment();
            if (limit != null) {
                limit.made(slot);
            }
        } finally {
            watch(slot);
        }
    }

    /** Warns, once, of entities that could hand their state over, but don't, since the options don't say of which type it is. */
    void warnOfUnusedHandOver(Object behaviour) {
        if (behaviour instanceof HandsOver<?> && options.handOver().isEmpty() && isWarned.compareAndSet(false, true)) {
            LOG.log(
                    Level.WARNING,
                    () -> path()
                            + ": its entities can hand their state over (HandsOver), but EntityOptions.handOver isn't"
                            + " set, so that it is gone when their shard moves to another node",
                    null);
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
    static final class NoMoreEntities extends RuntimeException {
        private static final long serialVersionUID = 1L;

        NoMoreEntities(IllegalStateException cause) {
            super(cause);
        }
    }

    /** Spawns the actor of a slot. */
    ActorRef<M> spawn(EntitySlot<K, M> slot) {
        try {
            return group.spawn(options.actor(), new EntityShell.Factory<>(slot));
        } catch (IllegalStateException stopping) {
            throw new NoMoreEntities(stopping);
        }
    }

    // Ending

    /** Has an entity stop when it has handled what was sent to it, unless that was ordered before. */
    void passivate(EntitySlot<?, ?> slot, Passivation reason) {
        closeGate(
                slot,
                switch (reason) {
                    case IDLE -> passivatedIdle;
                    case OVER -> passivatedOver;
                    case ASKED -> passivatedAsked;
                });
    }

    /** Closes a gate, which is counted also if the order to stop has to be given again. */
    private void closeGate(EntitySlot<?, ?> slot, LongAdder reason) {
        try {
            if (slot.close()) {
                if (limit != null) {
                    limit.closed();
                }
                reason.increment();
            }
        } finally {
            slot.tellIfUntold();
        }
    }

    /** The actor of an entity stops: what is sent from now on is for the next one of its key. */
    void ends(EntitySlot<K, M> slot) {
        closeGate(slot, stopped);
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
            ends(slot);
        } finally {
            CompletableFuture<Void> before = slot.predecessor();
            if (before.isDone()) {
                slot.shard.forget(slot);
            } else {
                var ignored = before.whenComplete((nothing, failure) -> slot.shard.forget(slot));
            }
        }
    }

    /** Has all entities stop when they have handled what was sent to them; the future completes when they have stopped, and {@link #stopAll} ends the rest. */
    public CompletableFuture<Void> close() {
        endSweep();
        CompletableFuture<?>[] ends =
                shards().stream().map(EntityShard::closeForMove).toArray(CompletableFuture<?>[]::new);
        return CompletableFuture.allOf(ends);
    }

    /** Has what entities could have handed over be lost when {@link #stopAll} stops them; returns how many entities those are. */
    public long abandon() {
        return shards().stream().mapToLong(EntityShard::abandon).sum();
    }

    /** Stops what is left, at once; returns how many entities that are: none if all had ended, whoever sends too late. The store of keys isn't called any more, though entities may take long to stop. */
    public int stopAll() {
        long left = shards().stream().mapToLong(EntityShard::left).sum();
        shards().forEach(EntityShard::giveUpMemory);
        system.stop(group.ref());
        return Math.toIntExact(left);
    }

    /** Completes when the parent of the entities has stopped, so that its name is free. */
    public CompletableFuture<Void> whenStopped() {
        return system.whenStopped(group.ref());
    }

    // Senders that wait until their messages were handled

    /** Returns a number that no other entity draws. */
    long nextToken() {
        return system.scheduler().random().nextLong() | 1;
    }

    /** Adds a sender of this process to this type, where the type is hosted in this process alone. */
    void add(LocalWay<K, M> sender) {
        senders.add(sender);
    }

    void remove(LocalWay<K, M> sender) {
        senders.remove(sender);
    }

    /** Ends these senders: what they have waits for nobody any more. */
    public void endSenders() {
        List<LocalWay<K, M>> left;
        synchronized (senders) {
            left = List.copyOf(senders);
        }
        Attempts.each(left, LocalWay::end);
    }

    /** Returns how many messages they have sent again. */
    public long redelivered() {
        return redelivered.sum();
    }

    void countRedelivery() {
        redelivered.increment();
    }

    // Looking

    /** Returns whether as many entities are active as may be. */
    boolean isFull() {
        return limit != null && limit.isFull();
    }

    @Override
    public EntityType<K, M> type() {
        return type;
    }

    @Override
    public EntityRef<K, M> entity(K key) {
        check(key);
        return refs.apply(key);
    }

    /**
     * Refuses what is no key.
     *
     * @throws IllegalArgumentException if it isn't of the type of the keys
     */
    public void check(K key) {
        Objects.requireNonNull(key, "key");
        if (!type.keyType().isInstance(key)) {
            throw new IllegalArgumentException(
                    "a key of '" + type.name() + "' is a " + type.keyType().getName() + ", but this is a "
                            + key.getClass().getName() + ": " + key);
        }
    }

    @Override
    public CompletableFuture<Void> passivate(K key) {
        check(key);
        CompletableFuture<?>[] ends =
                shards().stream().map(shard -> shard.passivate(key)).toArray(CompletableFuture<?>[]::new);
        return CompletableFuture.allOf(ends);
    }

    @Override
    public Set<K> activeKeys() {
        return shards().stream().flatMap(shard -> shard.keys().stream()).collect(Collectors.toUnmodifiableSet());
    }

    private Iterator<EntitySlot<K, M>> slots() {
        return new SlotIterator<>(shards().iterator());
    }

    private long active() {
        return shards().stream().mapToLong(EntityShard::active).sum();
    }

    @Override
    public EntityStats stats() {
        return new EntityStats(
                active(),
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

    /** Returns the path of all these entities. */
    public String path() {
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
