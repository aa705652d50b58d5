package dev.ropewalk.cluster.node;

import dev.ropewalk.base.Durations;
import dev.ropewalk.cluster.MessageLoss.Reason;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.entity.EntityShard;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The way of this node's messages to the entities of a shard: to this node itself, to another one, or none for now, until the engine says where the shard is.
 *
 * <p>Why nothing is lost when a shard moves, and nothing overtakes. The owner that gives a shard up sends back what comes for it from then on. The sender then sends it nothing more, and asks it, by a
 * control record behind all messages, to say when that was all: <i>flush</i>, <i>flushed</i>. When that is answered, all of them were handed to entities over there, or have come back, in their order. Those that have come
 * back go first, to where the shard is then, and what was told meanwhile follows. An owner that has sent one message back does so with all of that node until it is asked, also if it owns the
 * shard again by then: or the later ones would overtake the first. The owner tells all nodes that it gives the shard up, and the hand-over isn't complete before they have
 * done so: it may end then. The next owner begins when the entities before have stopped: see {@link
 * dev.ropewalk.cluster.engine.Engine}. So is it when this node itself becomes the owner while messages are on their way to the one before.
 *
 * <p>A message to a shard that lives here goes straight to its entity if nothing waits in this outlet. It can't overtake another one of its sender: that one is counted as pending from before it was sent to
 * this outlet until it is in the entity's mailbox.
 */
final class ShardRoute<K, M> extends Outlet {
    private static final int MAX_UNTAKEN = 1024;
    private static final Duration RETRY = Duration.ofMillis(100);

    private final ClusterNode node;
    private final RemoteRegion<K, M> region;
    private final int shard;

    /** The owner, if that is another node; guarded by this. */
    private @Nullable Peer at;

    /** Whether that owner was asked to say when all messages to it have come, or have come back; guarded by this. */
    private boolean flushing;

    /** Whether the engine is asked where the shard is, or will be; guarded by this. */
    private boolean locating;

    /** How often the engine was asked; guarded by this. */
    private long searches;

    /** What has come back; guarded by this. */
    private final ArrayDeque<Outgoing> back = new ArrayDeque<>();

    /** How many messages have gone to entities here by way of this outlet, and wait in their mailboxes or in line. */
    private final AtomicInteger untaken = new AtomicInteger();

    /** What the owner wants to know when nothing is on its way to it any more; guarded by this. */
    private final List<Long> questions = new ArrayList<>();

    /** The entities, if they live here; changed with the lock of this. */
    private volatile @Nullable EntityShard<K, M> here;

    /** The same, while nothing is on its way to the owner before; changed with the lock of this. */
    private volatile @Nullable EntityShard<K, M> straight;

    /** Whether senders of other nodes wait to hear what was handled here. */
    private volatile boolean hasHeardReliably;

    ShardRoute(ClusterNode node, RemoteRegion<K, M> region, int shard) {
        super(node);
        this.node = node;
        this.region = region;
        this.shard = shard;
    }

    int shard() {
        return shard;
    }

    // Ways

    /** Returns the entities, if messages of this node go straight to them now. */
    @Nullable
    EntityShard<K, M> straight() {
        EntityShard<K, M> now = straight;
        return now == null || isBusy() ? null : now;
    }

    /** Returns the entities, if they live here: for messages of other nodes. */
    @Nullable
    EntityShard<K, M> here() {
        return here;
    }

    /** Returns where the shard is, as far as this node knows; null if it doesn't. */
    synchronized @Nullable Node place() {
        Peer owner = at;
        return here != null ? node.self() : owner == null ? null : owner.node();
    }

    @Override
    Attempt attempt(Outgoing next) {
        if (flushing || locating) {
            return Attempt.WAIT;
        }
        Peer peer = at;
        if (here != null) {
            return untaken.get() < MAX_UNTAKEN ? Attempt.GO_ON : Attempt.WAIT;
        } else if (peer == null) {
            return Attempt.GO_ON;
        } else if (peer.link.trySend(next.bytes, next)) {
            return Attempt.SENT;
        }
        peer.wakeWithCredit(this);
        return peer.link.trySend(next.bytes, next) ? Attempt.SENT : Attempt.WAIT;
    }

    /** One slow entity here is no reason to lose messages of others. */
    @Override
    boolean isPatient() {
        return here != null && !flushing;
    }

    /** All other nodes leave, too. */
    @Override
    boolean isHopeless() {
        return here == null && at == null && node.isAlone(region);
    }

    /** Where a shard has no owner, though it can have one, the one before may give it up: its entities have their time to end. */
    @Override
    Duration waitingTime() {
        Duration patience = super.waitingTime();
        return hasPlace() || !region.hasHost()
                ? patience
                : patience.plusNanos(Durations.delayNanos(node.handOffTimeout()));
    }

    @Override
    Reason whyStuck() {
        return hasPlace() ? Reason.NO_CREDIT : Reason.NO_PLACE;
    }

    @Override
    Optional<Node> stuckAt() {
        return hasPlace() ? Optional.ofNullable(at).map(Peer::node) : Optional.empty();
    }

    private boolean hasPlace() {
        return at != null && !flushing && !locating;
    }

    @Override
    boolean goOn(Outgoing next) {
        EntityShard<K, M> entities = here;
        if (entities == null) {
            locate();
            return false;
        }
        untaken.incrementAndGet();
        CompletableFuture<?> taken = null;
        try {
            taken = region.deliver(entities, next);
        } finally {
            if (taken == null) {
                untaken.decrementAndGet();
            }
        }
        if (taken == null) {
            return isOver(entities, next);
        }
        try {
            var ignored = taken.whenComplete((nothing, failure) -> taken());
        } catch (OutOfMemoryError | StackOverflowError unfollowed) { // it has come all the same
            taken();
        }
        return true;
    }

    private void taken() {
        if (untaken.getAndDecrement() == MAX_UNTAKEN) {
            wake();
        }
    }

    /** Returns whether entities have ended though the shard is still here, since somebody has stopped them: the message is lost then. */
    private boolean isOver(EntityShard<K, M> entities, Outgoing next) {
        boolean isOver = entities.equals(here);
        if (isOver) {
            node.lost(next, Reason.STOPPED);
        }
        return isOver;
    }

    // Finding the owner

    private void locate() {
        long search;
        synchronized (this) {
            if (here != null || at != null || locating) {
                return;
            }
            locating = true;
            search = ++searches;
        }
        boolean isAsked = false;
        try {
            var ignored =
                    node.engine().locate(region.name(), shard).whenComplete((owner, failure) -> located(owner, search));
            isAsked = true;
        } finally {
            if (!isAsked) {
                located(null, search);
            }
        }
    }

    private void located(@Nullable Node owner, long search) {
        boolean isNoted = false;
        try {
            noteOwner(owner, search);
            isNoted = true;
        } finally {
            if (!isNoted) {
                endSearch(search);
            }
        }
    }

    private void noteOwner(@Nullable Node owner, long search) {
        Peer peer = owner == null || owner.equals(node.self()) ? null : node.peer(owner);
        synchronized (this) {
            if (!isCurrent(search)) {
                return;
            }
            if (peer == null) {
                node.later(() -> endSearch(search), RETRY);
            } else {
                locating = false;
                at = peer;
                if (peer.isGone()) {
                    forgetOwner();
                } else {
                    goesOn(); // what has waited for a place has all its time to wait for credit
                }
            }
        }
        if (peer == null) {
            region.warnIfNoHost();
        } else {
            wake();
        }
    }

    private void endSearch(long search) {
        synchronized (this) {
            if (!isCurrent(search)) {
                return;
            }
            locating = false;
        }
        wake();
    }

    /** Returns whether a search goes on. This node may have become the owner meanwhile, or have heard that the shard has moved: the answer is an old one then. */
    private boolean isCurrent(long search) {
        return locating && search == searches;
    }

    // What the owner before says

    /** A message has come back from an owner that isn't one any more. */
    void cameBack(Peer from, Outgoing message) {
        enter();
        boolean isExpected;
        synchronized (this) {
            isExpected = from.equals(at) && !node.isClosed();
            if (isExpected) {
                back.addLast(message);
                flush();
            }
        }
        if (!isExpected) { // that node was removed meanwhile: later messages may be with the next owner by now
            node.lost(message, Reason.NODE_GONE, Optional.of(from.node()));
            leave();
        }
        wake();
    }

    /** Everything that was sent to a node has come there, or back. */
    void flushed(Peer from) {
        synchronized (this) {
            if (!flushing || !from.equals(at)) {
                return;
            }
            forgetOwner();
        }
        wake();
    }

    /** Asks the owner, from which messages come back or will, to say when all have. Called with the lock of this. */
    private void flush() {
        if (flushing) {
            return;
        }
        flushing = true;
        boolean isAsked = false;
        try {
            isAsked = ask(Objects.requireNonNull(at));
        } finally {
            if (!isAsked) {
                forgetOwner(); // it is gone, or there is no memory to ask it
            }
        }
    }

    private boolean ask(Peer owner) {
        return owner.link.controlAlwaysAfterMessages(Envelope.ofShard(Envelope.FLUSH, region.name(), shard));
    }

    private void forgetOwner() {
        Peer owner = Objects.requireNonNull(at);
        questions.forEach(owner::answerQuiet);
        questions.clear();
        flushing = false;
        at = null;
        putFirst(back);
        back.clear();
        straight = here;
    }

    /** The shard has left a node: an answer that it is there is an old one. */
    void moved(Peer from, long question) {
        boolean isQuiet;
        synchronized (this) {
            isQuiet = !from.equals(at);
            if (isQuiet) {
                locating = false;
            } else {
                questions.add(question);
                flush();
            }
        }
        if (isQuiet) {
            from.answerQuiet(question);
        }
        wake();
    }

    /** A node is no member any more. */
    void gone(Peer peer) {
        synchronized (this) {
            if (!peer.equals(at)) {
                return;
            }
            forgetOwner();
        }
        wake();
    }

    // Owning

    /** This node owns the shard from now on. */
    void assigned() {
        EntityShard<K, M> opened;
        synchronized (this) {
            if (here != null) {
                return;
            }
            opened = region.open(shard);
            here = opened;
            goesOn();
            region.countAssigned();
            locating = false;
            if (at == null) {
                straight = here;
            } else {
                flush();
            }
        }
        wakeOrLater();
        region.assigned(opened);
    }

    /** Wakes the outlet, later if there is no memory for that now: what begins and ends with the shard must not be left out. */
    private void wakeOrLater() {
        try {
            wake();
        } catch (OutOfMemoryError | StackOverflowError unwoken) {
            node.later(this::wake, RETRY);
        }
    }

    /** This node owns nothing any more; returns the entities, if they lived here. */
    @Nullable
    EntityShard<K, M> giveUp() {
        synchronized (this) {
            EntityShard<K, M> entities = here;
            here = null;
            straight = null;
            return entities;
        }
    }

    /** Another node is to own the shard; completes when nothing of it lives here any more, and nothing is on its way to here. */
    CompletableFuture<Void> revoked() {
        EntityShard<K, M> entities = giveUp();
        if (entities != null) {
            region.countHandedOver();
        }
        CompletableFuture<Void> ended =
                entities == null ? CompletableFuture.completedFuture(null) : region.close(entities);
        CompletableFuture<Void> quiet;
        try {
            quiet = node.tellMoved(region.name(), shard);
        } catch (OutOfMemoryError | StackOverflowError untold) {
            // whatever others know: the entities are to end before the next owner's begin
            quiet = CompletableFuture.completedFuture(null);
        }
        wakeOrLater(); // what waits for a slow entity goes to the next owner
        return CompletableFuture.allOf(ended.thenCompose(nothing -> tellHandled()), quiet)
                .whenComplete((nothing, failure) -> region.keepUp(shard));
    }

    /** Completes when the senders of other nodes know what the entities have handled that lived here: so the next ones aren't sent that again. */
    private CompletableFuture<Void> tellHandled() {
        if (!hasHeardReliably) {
            return CompletableFuture.completedFuture(null);
        }
        hasHeardReliably = false;
        return node.tellMoved(region.type().name(), shard);
    }

    /** A message of another node has come whose sender waits until it was handled. */
    void hearReliably() {
        if (!hasHeardReliably) {
            hasHeardReliably = true;
        }
    }

    @Override
    public String toString() {
        return "/" + region.name() + ", shard " + shard;
    }
}
