package dev.ropewalk.cluster.entity;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.cluster.reliable.Filter;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * An entity from its beginning to its end: the actor that it is, and the gate in front of that. The next entity of its key has another slot, whose actor waits
 * for the end of this one.
 *
 * <p>How an entity is passivated. The gate is closed; when the last sender has left, the actor is stopped gracefully. So it handles all
 * that was sent, and nothing is sent to it any more. A sender that finds the gate closed has the next slot made, or finds it, and sends there: its
 * mailbox holds the messages until the actor before has stopped. Hence messages of one sender keep their order: those before the change were
 * handled when the first one after it is.
 *
 * @param <K> the type of the key
 * @param <M> the type of the messages
 */
final class EntitySlot<K, M> extends Gate implements ActiveLimit.Marked {
    private static final CompletableFuture<Void> NOTHING = CompletableFuture.completedFuture(null);

    final EntityShard<K, M> shard;
    final EntityRegion<K, M> region;
    final K key;
    final ActorRef<M> actor;

    /** Completes when the actor has stopped and the region has noted that. */
    final CompletableFuture<Void> ended = new CompletableFuture<>();

    /**
     * The mark: whether something was sent since {@link ActiveLimit} looked last, beside the message that it was made for. A race that is meant: a lost
     * mark costs a restart at most.
     */
    private boolean used;

    /** Whether it isn't passivated unless that is asked for. */
    volatile boolean stays;

    /** In how many rounds in a row {@link IdleSweep} has found nothing sent; senders set it to zero, in the same way. */
    int idleRounds;

    /** The entity before; null when this one has begun. Cleared, or all entities of a key would be kept. */
    private volatile @Nullable EntitySlot<K, M> before;

    /** Completes when the entity is remembered, if it is to be. */
    private final CompletableFuture<?> remembered;

    /** Whether the entity ends for good, unless another one of its key has begun. */
    private volatile boolean forgotten;

    /** Whether nobody watches the actor, for want of memory, so that its behaviour tells of its end. */
    private volatile boolean unwatched;

    /** Whether the behaviour has ended, or will. */
    private volatile boolean over;

    /** Guarded by this object's lock. */
    private boolean isEnded;

    /** What is known of senders that wait until their messages were handled; belongs to the actor. */
    private @Nullable Filter filter;

    /** Makes the actor. It begins when the one before has stopped. */
    EntitySlot(EntityShard<K, M> shard, K key, @Nullable EntitySlot<K, M> before, CompletableFuture<?> remembered) {
        super(shard.region.gateOwners);
        this.shard = shard;
        this.region = shard.region;
        this.key = key;
        this.before = before;
        this.remembered = remembered;
        this.actor = region.spawn(this);
    }

    /** Returns what is known of senders that wait until their messages were handled; for the actor alone. */
    Filter filter() {
        Filter known = filter;
        if (known == null) {
            known = new Filter(region::nextToken);
            filter = known;
        }
        return known;
    }

    /** Notes that something is sent. */
    void use() {
        if (!used) {
            used = true;
        }
        if (idleRounds != 0) {
            idleRounds = 0;
        }
    }

    @Override
    public boolean takeMark() {
        boolean isMarked = used;
        used = false;
        return isMarked;
    }

    @Override
    public boolean stays() {
        return stays;
    }

    /** Returns the end of the entity before. */
    CompletableFuture<Void> predecessor() {
        EntitySlot<K, M> last = before;
        return last == null ? NOTHING : last.ended;
    }

    /** Returns what completes when this entity may begin: the one before has ended, what the owner before has handed over is here, and it is remembered. */
    CompletableFuture<?> mayBegin() {
        CompletableFuture<?> handedOver = shard.arrived();
        return handedOver.isDone() && remembered.isDone()
                ? predecessor()
                : CompletableFuture.allOf(predecessor(), handedOver, remembered);
    }

    /** Has the entity be forgotten when it has ended. */
    void forget() {
        forgotten = true;
    }

    boolean isForgotten() {
        return forgotten;
    }

    /** The entity before has stopped, and this one begins or never will. */
    void begun() {
        before = null;
    }

    /** Returns whether this entity may wait for the one before. */
    boolean isWaiting() {
        return before != null;
    }

    /** Stops this entity at once, and those before it that handle what was sent to them. */
    void stop() {
        for (EntitySlot<K, M> slot = this; slot != null; slot = slot.before) {
            region.system().stop(slot.actor);
        }
    }

    /** Has this entity and the one before stop if they are to, and couldn't be told for want of memory. */
    void retell() {
        tellIfUntold();
        EntitySlot<K, M> last = before;
        if (last != null) {
            last.tellIfUntold();
        }
    }

    /** Has the behaviour tell of the end, since nobody else will; either of these two methods comes second, and sees the other's mark. */
    void tellsItself() {
        unwatched = true;
        if (over) {
            region.ended(this);
        }
    }

    /** The behaviour has ended with the actor. */
    void over() {
        over = true;
        if (unwatched) {
            region.ended(this);
        }
    }

    /** Notes the end of this entity; returns false if it was noted before. */
    synchronized boolean end() {
        boolean first = !isEnded;
        isEnded = true;
        return first;
    }

    @Override
    void left() {
        region.system().stopGracefully(actor);
    }
}
