package dev.ropewalk.cluster.entity;

import dev.ropewalk.actor.cell.Cell;
import dev.ropewalk.actor.cell.LocalRef;
import dev.ropewalk.base.Attempts;
import dev.ropewalk.base.LimitedLog;
import dev.ropewalk.base.SafeLog;
import dev.ropewalk.base.StackRoom;
import dev.ropewalk.cluster.HandsOver;
import dev.ropewalk.cluster.reliable.Arrival;
import dev.ropewalk.cluster.reliable.Origin;
import dev.ropewalk.cluster.reliable.Stamp;
import dev.ropewalk.cluster.reliable.Unreadable;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The entities of a shard, from when this process owns it until another does. For each key there is one slot at most to which messages go; others of the same key are
 * about to end.
 *
 * <p>Which slot that is the map says: a slot is put there when there is none, or one whose gate is closed, and taken out when its
 * actor has stopped. All that happens within the map's atomic operations; of users' code only {@code equals} and {@code hashCode} of keys
 * run there.
 *
 * <p>Why none begins after the end. The closer first says that the shard is closed, then closes the gates of all slots, and then looks whether any is counted. Whoever makes a slot counts it
 * first, and then looks whether the shard is closed: if it isn't, the closer sees the count, and the end waits for that slot; whoever has made it looks once more when it is in the map, where the closer
 * may have missed it, and closes its gate then.
 *
 * @param <K> the type of the keys
 * @param <M> the type of the messages
 */
public final class EntityShard<K, M> {
    private static final CompletableFuture<Void> NOTHING = CompletableFuture.completedFuture(null);
    private static final LimitedLog LOG =
            new LimitedLog(new SafeLog("dev.ropewalk.cluster", EntityShard.class), "hand-over of entities");

    final EntityRegion<K, M> region;

    private final ConcurrentHashMap<K, EntitySlot<K, M>> slots = new ConcurrentHashMap<>();
    private final AtomicLong active = new AtomicLong();
    private final CompletableFuture<Void> end = new CompletableFuture<>();
    private final @Nullable Estate<K> estate;
    private final @Nullable ShardMemory<K> memory;
    private final Predicate<? super K> isOwn;
    private volatile boolean closed;
    private volatile boolean moves;

    /** Whether the entities are about to be stopped though others follow on another node. */
    private volatile boolean abandoned;

    EntityShard(
            EntityRegion<K, M> region,
            @Nullable Estate<K> estate,
            @Nullable ShardMemory<K> memory,
            Predicate<? super K> isOwn) {
        this.region = region;
        this.estate = estate;
        this.memory = memory;
        this.isOwn = isOwn;
    }

    // Entities that are remembered

    /** Begins the entities that are remembered, in their turn, as long as there may be more active ones. */
    public void beginRemembered() {
        if (memory != null) {
            memory.load(this::beginRemembered);
        }
    }

    private boolean beginRemembered(K key) {
        region.check(key);
        if (!isOwn.test(key)) {
            throw new IllegalArgumentException("the key " + key
                    + " is stored under a shard that isn't its own: has the number of shards been changed?");
        }
        if (region.isFull()) {
            return false;
        }
        if (!closed) {
            var ignored = begin(key, true);
        }
        return true;
    }

    /** Nothing is remembered here any more, and the store isn't called any more. */
    public void giveUpMemory() {
        if (memory != null) {
            memory.giveUp();
        }
    }

    /** Returns whether the store of keys may be at work for this shard. */
    public boolean isRemembering() {
        return memory != null && !memory.hasQuietlyEnded();
    }

    // States that are handed over

    /** Completes when what the owner before has handed over is here. */
    CompletableFuture<?> arrived() {
        return estate == null ? NOTHING : estate.arrived();
    }

    /** Returns what the owner before has handed over for an entity. */
    @Nullable
    Object inherited(K key) {
        return estate == null ? null : estate.state(key);
    }

    /** An entity was made with what it has inherited: one that is made later doesn't get that again. */
    void made(K key) {
        if (estate != null) {
            estate.taken(key);
        }
    }

    /** An entity ends, and leaves its state to the next owner if there is one. What its code throws is logged, and counts as a loss. */
    void leave(K key, HandsOver<?> leaving) {
        if (estate == null || !moves) {
            if (estate != null && abandoned) {
                estate.lost(key);
            }
            return;
        }
        boolean isLeft = false;
        try {
            estate.leave(key, Objects.requireNonNull(leaving.handOver(), "handOver returned null"));
            isLeft = true;
        } catch (RuntimeException | StackOverflowError thrown) {
            LOG.log(Level.WARNING, () -> region.path() + "/" + key + " hands no state over: " + thrown, thrown);
        } finally {
            if (!isLeft) {
                estate.lost(key);
            }
        }
    }

    /** The entities are about to be stopped, and what they have is lost unless the shard moves; returns how many those are. */
    long abandon() {
        abandoned = true;
        return estate == null || moves ? 0 : left();
    }

    /** As {@link #close}, because another owner follows: what the entities leave is for that one, and the store of keys, too. */
    public CompletableFuture<Void> closeForMove() {
        moves = true;
        CompletableFuture<Void> ended = close();
        CompletableFuture<Void> passed = estate == null
                ? ended
                : CompletableFuture.allOf(ended, estate.arrived()).thenRun(estate::pass);
        ShardMemory<K> left = memory;
        return left == null
                ? passed
                : passed.handle((nothing, failure) -> true) // whatever fails: the store is the next owner's
                        .thenCompose(isPassed -> left.end())
                        .thenCompose(nothing -> passed);
    }

    /** Has the next owner get what those have left that have ended: it is about to begin, though some haven't. Called after {@link #closeForMove}. */
    public void passWhatIsLeft() {
        if (estate != null && estate.arrived().isDone() && !end.isDone()) {
            estate.passBut(slots.keySet());
        }
    }

    /** The next owner begins, though some entities haven't ended: what they leave is lost. */
    public void passNoMore() {
        if (estate != null) {
            try {
                passWhatIsLeft();
            } finally {
                estate.end();
            }
        }
    }

    // Sending

    /** Returns the ref of an entity of this shard, for as long as this process owns that. */
    public LocalEntityRef<K, M> entity(K key) {
        return new LocalEntityRef<>(this, key, null);
    }

    /**
     * Returns the ref of an entity of this shard.
     *
     * @param otherwise where messages go when this process doesn't own the shard any more
     */
    public LocalEntityRef<K, M> entity(K key, Elsewhere<M> otherwise) {
        return new LocalEntityRef<>(this, key, otherwise);
    }

    /**
     * Sends a message to an entity, as {@code tellAsync} does.
     *
     * @return completes when the entity takes the message up, exceptionally if it never will; null, and nothing is sent, if the shard is closed
     * @throws dev.ropewalk.actor.MailboxFullException if the mailbox refuses it so
     */
    public @Nullable CompletableFuture<?> tellFollowed(K key, M message) {
        EntitySlot<K, M> slot = enter(key);
        if (slot == null) {
            return null;
        }
        try {
            return ((LocalRef<M>) slot.actor).tellFollowed(message);
        } finally {
            slot.leave();
        }
    }

    /**
     * Sends a question to an entity as {@link #tellFollowed} does.
     *
     * @param answer fails with what the entity throws while it handles the question, or if it never will
     */
    public @Nullable CompletableFuture<?> askFollowed(K key, M question, CompletableFuture<?> answer) {
        EntitySlot<K, M> slot = enter(key);
        if (slot == null) {
            return null;
        }
        try {
            return ((LocalRef<M>) slot.actor).askFollowed(question, answer);
        } finally {
            slot.leave();
        }
    }

    /**
     * Sends a message to an entity whose sender waits until that was handled. It doesn't wait for room, and is dropped if the mailbox refuses it.
     *
     * @param message null if it couldn't be read, or was given up
     * @param unreadable why it couldn't be read
     * @param taken is called once or more when the entity takes the message up, or never will
     * @return false, and nothing is sent, if the shard is closed
     */
    public boolean tellReliably(
            K key, @Nullable M message, Stamp stamp, Origin origin, @Nullable Unreadable unreadable, Runnable taken) {
        EntitySlot<K, M> slot = enter(key);
        if (slot == null) {
            return false;
        }
        try {
            var actor = (Cell<M>) slot.actor;
            if (message == null) {
                actor.deliver(new Arrival(stamp, slot::filter, stamp, origin, unreadable, taken));
            } else {
                actor.tellTrackedAsync(
                        new Arrival(actor.withContext(message), slot::filter, stamp, origin, null, taken));
            }
        } finally {
            slot.leave();
        }
        return true;
    }

    /**
     * Sends a question to an entity.
     *
     * @param answer fails if the entity fails
     * @return false, and nothing is sent, if the shard is closed
     */
    public boolean ask(K key, M question, CompletableFuture<?> answer) {
        EntitySlot<K, M> slot = enter(key);
        if (slot == null) {
            return false;
        }
        try {
            ((LocalRef<M>) slot.actor).sendAsked(question, answer);
        } finally {
            slot.leave();
        }
        return true;
    }

    /** Goes through the gate of an entity, which is started if it isn't there; returns null if there will be none any more. */
    @Nullable
    EntitySlot<K, M> enter(K key) {
        while (true) {
            EntitySlot<K, M> slot = slots.get(key);
            if (slot == null || slot.isClosed()) {
                if (slot != null) {
                    slot.retell();
                }
                slot = closed ? null : begin(key, false);
            } else {
                slot.use();
            }
            if (slot == null || slot.enter()) {
                return slot;
            }
        }
    }

    // Beginning

    /** Has an entity begin, unless it is there or there will be none any more. */
    void start(K key) {
        EntitySlot<K, M> slot = enter(key);
        if (slot != null) {
            slot.leave();
        }
    }

    /**
     * Returns the slot of a key, which is made if there is none that is open; null if the system ends.
     *
     * @param byMemory whether none is made if one of the key has begun or was forgotten already
     */
    private @Nullable EntitySlot<K, M> begin(K key, boolean byMemory) {
        StackRoom.requireForPool(); // one in the map that nobody watches would never end; its actor's steps look for
        // room in turn
        var made = new Object() {
            @Nullable
            EntitySlot<K, M> slot;
        };
        EntitySlot<K, M> slot;
        try {
            slot = slots.compute(key, (k, current) -> {
                boolean isThere = current != null && !current.isClosed();
                if (isThere || (byMemory && memory != null && !memory.mayBegin(k))) {
                    return current;
                }
                made.slot = make(k, current);
                return made.slot;
            });
        } catch (EntityRegion.NoMoreEntities stopping) {
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
            if (closed) {
                throw new EntityRegion.NoMoreEntities(new IllegalStateException("the shard is closed"));
            }
            var slot = new EntitySlot<>(this, key, before, memory == null ? NOTHING : memory.remember(key));
            isMade = true;
            return slot;
        } finally {
            if (!isMade) {
                active.decrementAndGet();
                endIfEmpty();
            }
        }
    }

    private void begun(EntitySlot<K, M> slot) {
        region.begun(slot);
        if (closed) {
            region.passivate(slot, Passivation.ASKED);
        }
    }

    // Ending

    /** An entity has ended, and the one before it. */
    void forget(EntitySlot<K, M> slot) {
        slot.begun();
        try {
            remove(slot); // may ask the key, which is code of users
        } finally {
            active.decrementAndGet();
            try {
                endIfEmpty();
            } finally {
                slot.ended.complete(null); // calls back users, who may take long
            }
        }
    }

    private void remove(EntitySlot<K, M> slot) {
        slots.computeIfPresent(slot.key, (key, current) -> current.equals(slot) ? removed(slot) : current);
    }

    /** No other entity of a key has begun when one has ended; returns what takes its place in the map. */
    private @Nullable EntitySlot<K, M> removed(EntitySlot<K, M> slot) {
        if (memory != null && slot.isForgotten()) {
            memory.forget(slot.key);
        }
        return null;
    }

    /** Has all entities stop when they have handled what was sent to them; the future completes when they have stopped. */
    public CompletableFuture<Void> close() {
        closed = true;
        try {
            Attempts.each(slots.values(), this::end);
        } catch (Throwable thrown) { // for want of memory, say: the others end, and stopAll ends it
            LOG.log(Level.WARNING, () -> region.path() + ": entities couldn't be told to end: " + thrown, thrown);
        }
        endIfEmpty();
        return end;
    }

    private void end(EntitySlot<K, M> slot) {
        region.passivate(slot, Passivation.ASKED);
        slot.retell();
    }

    private void endIfEmpty() {
        if (closed && active.get() == 0) {
            end.complete(null);
        }
    }

    /** Stops at once what is left after {@link #close}; what waits for it becomes dead letters. */
    public void stopAll() {
        slots.values().forEach(EntitySlot::stop);
    }

    // Looking

    /** Has an entity stop when it has handled what waits for it, for good; completes when it has. */
    public CompletableFuture<Void> passivate(K key) {
        EntitySlot<K, M> slot =
                memory != null && isOwn.test(key) ? slots.compute(key, this::forgotten) : slots.get(key);
        if (slot == null) {
            return CompletableFuture.completedFuture(null);
        }
        region.passivate(slot, Passivation.ASKED);
        return slot.ended.copy();
    }

    /** Has an entity stop when it has handled what waits for it, for good unless another one of its key has begun. */
    void endForGood(EntitySlot<K, M> slot) {
        if (memory != null) {
            slots.compute(
                    slot.key,
                    (key, current) -> current == null || current.equals(slot) ? forgotten(key, current) : current);
        }
        region.passivate(slot, Passivation.ASKED);
    }

    /** Has an entity be forgotten at its end, or at once if it isn't there. Its end isn't noted meanwhile. */
    private @Nullable EntitySlot<K, M> forgotten(K key, @Nullable EntitySlot<K, M> current) {
        if (current != null) {
            current.forget();
        } else if (memory != null) {
            memory.forget(key);
        }
        return current;
    }

    /** Returns the keys of those that are there. */
    public Set<K> keys() {
        return slots.keySet();
    }

    Collection<EntitySlot<K, M>> slots() {
        return slots.values();
    }

    /** Returns how many there are, those that end among them. */
    public long active() {
        return active.get();
    }

    /** Returns whether no entity begins any more. */
    boolean isClosed() {
        return closed;
    }

    /** Returns how many entities haven't stopped: none if all had, whoever sends too late. */
    long left() {
        return end.isDone() ? 0 : active.get();
    }
}
