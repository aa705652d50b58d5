package dev.ropewalk.cluster.entity;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.cell.LocalRef;
import dev.ropewalk.actor.cell.Question;
import dev.ropewalk.cluster.EntityRef;
import dev.ropewalk.cluster.EntityType;
import dev.ropewalk.cluster.ReliableOptions;
import dev.ropewalk.cluster.ReliableRef;
import dev.ropewalk.cluster.reliable.ReliableSender;
import dev.ropewalk.cluster.reliable.SenderSource;
import dev.ropewalk.cluster.reliable.Start;
import dev.ropewalk.cluster.reliable.Way;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The ref of an entity in this process: it sends to the actor in the slot that it has found last, for as long as the gate of that is open. */
public final class LocalEntityRef<K, M> implements EntityRef<K, M>, SenderSource<K, M> {
    private final EntityShard<K, M> shard;
    private final EntityRegion<K, M> region;
    private final K key;

    /** Where messages go when there are no entities here any more; null if they become dead letters. */
    private final @Nullable Elsewhere<M> otherwise;

    /** Where the entity was. A race that is meant: all that matters in a slot is final or atomic. */
    private @Nullable EntitySlot<K, M> last;

    LocalEntityRef(EntityShard<K, M> shard, K key, @Nullable Elsewhere<M> otherwise) {
        this.shard = shard;
        this.otherwise = otherwise;
        this.region = shard.region;
        this.key = key;
    }

    /** Goes through the gate of the entity, which is started if it isn't there; returns null if there will be none any more. */
    private @Nullable EntitySlot<K, M> enter() {
        EntitySlot<K, M> slot = last;
        if (slot != null && slot.enter()) {
            slot.use();
            return slot;
        }
        slot = shard.enter(key);
        last = slot;
        return slot;
    }

    private ActorRef<M> ended() {
        return otherwise == null ? region.ended() : otherwise;
    }

    /** Returns the shard whose entity this is the ref of. */
    public EntityShard<K, M> shard() {
        return shard;
    }

    /** Returns whether the caller must not be suspended: it may be the entity that the next one waits for. */
    private boolean isToWaitInLine(EntitySlot<K, M> slot) {
        if (!slot.isWaiting()) {
            return false;
        }
        slot.retell();
        return region.isCalledByAStrand();
    }

    @Override
    public void tell(M message) {
        Objects.requireNonNull(message, "message");
        EntitySlot<K, M> known = last;
        int place = known == null ? Gate.REFUSED : known.enterPlace();
        if (known != null && place != Gate.REFUSED) {
            try {
                known.use();
                tell(known, message);
            } finally {
                known.leavePlace(place);
            }
            return;
        }
        EntitySlot<K, M> slot = enter();
        if (slot == null) {
            ended().tell(message);
            return;
        }
        try {
            tell(slot, message);
        } finally {
            slot.leave();
        }
    }

    private void tell(EntitySlot<K, M> slot, M message) {
        if (isToWaitInLine(slot)) {
            var ignored = slot.actor.tellAsync(message);
        } else {
            slot.actor.tell(message);
        }
    }

    @Override
    public boolean tryTell(M message) {
        Objects.requireNonNull(message, "message");
        EntitySlot<K, M> slot = enter();
        if (slot == null) {
            return otherwise != null && otherwise.tryTell(message);
        }
        try {
            return slot.actor.tryTell(message);
        } finally {
            slot.leave();
        }
    }

    @Override
    public boolean tell(M message, Duration timeout) {
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(timeout, "timeout");
        EntitySlot<K, M> slot = enter();
        if (slot == null) {
            return otherwise != null && otherwise.tell(message, timeout);
        }
        try {
            return slot.actor.tell(message, timeout);
        } finally {
            slot.leave();
        }
    }

    @Override
    public CompletableFuture<Void> tellAsync(M message) {
        Objects.requireNonNull(message, "message");
        EntitySlot<K, M> slot = enter();
        if (slot == null) {
            return ended().tellAsync(message);
        }
        try {
            return slot.actor.tellAsync(message);
        } finally {
            slot.leave();
        }
    }

    @Override
    public <R> CompletableFuture<R> ask(Function<? super ActorRef<R>, ? extends M> message, Duration timeout) {
        LocalRef<M> ended = (LocalRef<M>) region.ended();
        Question<R> question = Question.of(ended.system(), path(), message, timeout); // which may throw
        EntitySlot<K, M> slot = enter();
        if (slot == null) {
            return otherwise == null ? ended.ask(question) : otherwise.ask(question);
        }
        try {
            LocalRef<M> actor = (LocalRef<M>) slot.actor;
            return isToWaitInLine(slot) ? actor.askInLine(question) : actor.ask(question);
        } finally {
            slot.leave();
        }
    }

    @Override
    public ReliableRef<K, M> reliable(ReliableOptions options) {
        return open(Objects.requireNonNull(options, "options"), Start.NEW, UnaryOperator.identity());
    }

    @Override
    public ReliableSender<K, M> open(ReliableOptions options, Start start, UnaryOperator<Way<M>> around) {
        return LocalWay.open(this, shard, options, start, around);
    }

    @Override
    public EntityType<K, M> type() {
        return region.type();
    }

    @Override
    public K key() {
        return key;
    }

    @Override
    public String path() {
        return region.path() + "/" + key;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof LocalEntityRef<?, ?> ref && ref.region.equals(region) && ref.key.equals(key);
    }

    @Override
    public int hashCode() {
        return 31 * region.type().name().hashCode() + key.hashCode();
    }

    @Override
    public String toString() {
        return "EntityRef[" + path() + "]";
    }
}
