package dev.ropewalk.cluster.outbox;

import dev.ropewalk.actor.cell.CellSystem;
import dev.ropewalk.base.Attempts;
import dev.ropewalk.base.LimitedLog;
import dev.ropewalk.base.SafeLog;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.EntityRef;
import dev.ropewalk.cluster.Outbox;
import dev.ropewalk.cluster.OutboxException;
import dev.ropewalk.cluster.OutboxOptions;
import dev.ropewalk.cluster.OutboxStats;
import dev.ropewalk.cluster.ReliableRef;
import dev.ropewalk.cluster.ReliableStats;
import dev.ropewalk.cluster.UndeliveredException;
import dev.ropewalk.cluster.reliable.ReliableSender;
import dev.ropewalk.cluster.reliable.SenderSource;
import dev.ropewalk.cluster.reliable.Start;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * An outbox: {@link Lane lanes} to entities, and the {@linkplain Ledger log} in which their messages are, one behind the other.
 *
 * <p>Why nothing is lost. A message is in the log before it is sent, and before {@code tell} returns. What the next opening reads begins with the first record that some lane needs, so a message is skipped only if it was handled, or a record behind it says so. Both
 * may lag, and what they lack is sent again.
 *
 * <p>Why no entity takes a new message for one that it has handled. A message's number is that in its record; a later message of the lane has a higher one as long as no record is lost. None is when a process ends. When the machine may have stopped, or the end of the log is damaged, some may be, though they were sent; then
 * another {@link Storage.Identity#salt salt} makes all lanes senders that no entity knows. A lane that is forgotten, since all of it was handled, is followed by one with another id.
 *
 * <p>Why the order is kept. Messages of a lane come to the window in the order of their numbers, under the lock: from {@code tell} while all before are in the window, else from the log.
 *
 * <p>The lock, which is the ledger's monitor, is taken under {@code opening}, and a sender's lock under it; never the other way round.
 */
public final class StoredOutbox implements Outbox {
    private static final SafeLog LOG = new SafeLog("dev.ropewalk.cluster", StoredOutbox.class);

    private final Cluster cluster;
    private final OutboxOptions options;
    private final Codecs codecs;
    private final Storage storage;
    private final OutboxLog log;
    private final Ledger ledger;
    private final Lanes lanes = new Lanes();
    private final Aside aside;
    private final Sweep sweep;
    private final Storage.Identity identity;

    /** Held while a lane begins to send, so that an entity has one. */
    private final Object opening = new Object();

    private final Object closing = new Object();

    private final Consumer<StoredOutbox> closed;

    private StoredOutbox(
            Cluster cluster,
            OutboxOptions options,
            Codecs codecs,
            Storage storage,
            OutboxLog log,
            Consumer<StoredOutbox> closed) {
        this.closed = closed;
        this.cluster = cluster;
        this.options = options;
        this.codecs = codecs;
        this.storage = storage;
        this.log = log;
        var scheduler = cluster.system().scheduler();
        var failures = new LimitedLog(LOG, storage.toString(), scheduler::nanoTime);
        this.identity = Identities.next(storage, log.lastCut(), codecs.cluster());
        this.ledger = new Ledger(log, storage.toString(), failures);
        this.aside = new Aside(storage, failures);
        var loader = new Loader(ledger, lanes, codecs, aside);
        this.sweep = new Sweep(loader, scheduler, log.reader(), storage.toString(), failures);
    }

    /**
     * Opens the outbox that a storage has.
     *
     * @param closed hears when it is closed
     */
    static StoredOutbox open(
            Cluster cluster, Hosted hosted, OutboxOptions options, Storage storage, Consumer<StoredOutbox> closed) {
        OutboxLog log = storage.messages();
        StoredOutbox opened = null;
        boolean isOpened = false;
        try {
            opened = new StoredOutbox(cluster, options, new Codecs(cluster, hosted), storage, log, closed);
            opened.begin();
            isOpened = true;
        } finally {
            if (!isOpened) {
                abandon(opened, log);
            }
        }
        return opened;
    }

    private void begin() {
        try {
            storage.identity(identity); // first, so that the next opening knows of a cut though this one fails
            List<Lane<?, ?>> left = Recovery.read(log, ledger.open(identity.openings()));
            left.forEach(this::recover);
            aside.retry(this::tellAgain, log::force);
        } catch (OutboxException told) {
            throw told;
        } catch (RuntimeException failed) {
            throw new OutboxException(this + " can't be opened: " + failed.getMessage(), failed);
        }
        sweep.look();
    }

    private <K, M> void recover(Lane<K, M> lane) {
        EntityRef<K, M> entity = codecs.entity(lane.head);
        if (entity != null) {
            openLane(lane, entity);
            return;
        }
        synchronized (ledger) {
            lanes.addAsleep(lane);
            ledger.enter(lane, lanes.count());
        }
        LOG.log(
                Level.WARNING,
                () -> lane.waiting() + " messages in " + this + " wait, since this node doesn't host their type: "
                        + Codecs.describe(lane.head));
    }

    // Lanes

    @Override
    public <K, M> ReliableRef<K, M> to(EntityRef<K, M> entity) {
        if (!(Objects.requireNonNull(entity, "entity") instanceof SenderSource)
                || !cluster.entity(entity.type(), entity.key()).equals(entity)) {
            throw new IllegalArgumentException(entity + " is of another cluster than " + this);
        }
        byte[] key = codecs.encode(entity.key());
        synchronized (opening) {
            Lane<K, M> lane = take(entity);
            while (lane == null) {
                begin(entity, key);
                lane = take(entity); // null if all that was left in it is handled by now
            }
            return new LaneRef<>(this, lane);
        }
    }

    /** Returns the lane to an entity for one more ref; null if there is none. */
    private <K, M> @Nullable Lane<K, M> take(EntityRef<K, M> entity) {
        synchronized (ledger) {
            ledger.requireOpen();
            Lane<K, M> lane = lanes.to(entity);
            if (lane != null) {
                lane.refs++;
            }
            return lane;
        }
    }

    /** Wakes the lanes to an entity that sleep; makes one if there is none. */
    private <K, M> void begin(EntityRef<K, M> entity, byte[] key) {
        long id = Identities.newId();
        byte[] head = Stored.head(id, entity.type().name(), key);
        List<Lane<?, ?>> asleep;
        long end;
        synchronized (ledger) {
            asleep = lanes.takeAsleep(head);
            end = ledger.end();
        }
        openAll(asleep, entity);
        if (asleep.isEmpty()) {
            openLane(new Lane<K, M>(id, head, 1, 1, end), entity);
        }
        sweep.look();
    }

    /** Opens lanes to an entity that sleep; if one fails, those that aren't open go on sleeping. */
    @SuppressWarnings("unchecked") // the lanes are of this entity
    private <K, M> void openAll(List<Lane<?, ?>> asleep, EntityRef<K, M> entity) {
        int opened = 0;
        try {
            for (Lane<?, ?> lane : asleep) {
                openLane((Lane<K, M>) lane, entity);
                opened++;
            }
        } finally {
            synchronized (ledger) {
                asleep.subList(opened, asleep.size()).forEach(lanes::addAsleep);
            }
        }
    }

    private <K, M> void openLane(Lane<K, M> lane, EntityRef<K, M> entity) {
        synchronized (ledger) {
            lane.begin();
        }
        var way = new AtomicReference<LaneWay<M>>();
        var start = new Start(Identities.number(identity, lane.id), lane.handled(), lane.next());
        @SuppressWarnings("unchecked") // of the same entity
        ReliableSender<K, M> sender = ((SenderSource<K, M>) entity).open(options.sender(), start, to -> {
            var around = new LaneWay<>(to, before -> handled(lane, before), () -> ended(lane), toString());
            way.set(around);
            return around;
        });
        boolean isEntered = false;
        try {
            synchronized (ledger) {
                ledger.requireOpen();
                boolean isNew = lanes.withId(lane.id) == null;
                lane.open(entity, sender, Objects.requireNonNull(way.get()));
                lanes.addOpen(lane);
                if (isNew) {
                    ledger.enter(lane, lanes.count());
                }
                isEntered = true;
            }
        } finally {
            if (!isEntered) {
                sender.end();
            }
        }
    }

    /** A user doesn't need a lane any more. */
    void release(Lane<?, ?> lane) {
        synchronized (ledger) {
            lane.refs--;
        }
        forgetIfIdle(lane);
    }

    private void forgetIfIdle(Lane<?, ?> lane) {
        synchronized (ledger) {
            if (ledger.isClosed() || lane.refs > 0 || lane.waiting() > 0 || !lanes.remove(lane)) {
                return;
            }
            lane.forget();
        }
        lane.sender().close();
    }

    // Telling

    <K, M> void tell(Lane<K, M> lane, M message, @Nullable CompletableFuture<Void> answer) {
        byte[] record = codecs.encode(lane.head, message);
        boolean isAdded = false;
        try {
            append(lane, message, record, answer);
            isAdded = true;
        } finally {
            if (!isAdded) {
                sweep.look(); // for what is in the log, but not in the window since memory has run out
            }
        }
        lane.sender().wake();
        if (options.forced()) {
            ledger.force(lane);
        }
    }

    private <K, M> void append(Lane<K, M> lane, M message, byte[] record, @Nullable CompletableFuture<Void> answer) {
        synchronized (ledger) {
            ledger.requireOpen();
            lane.requireOpen();
            Stored.putNumber(record, lane.next());
            long index = ledger.append(lane, record);
            lane.add(message, record, index, answer);
        }
    }

    /** Tells a message that couldn't be read before, if it can; returns whether that was stored. */
    private boolean tellAgain(byte[] record) {
        EntityRef<Object, Object> entity = codecs.entity(record);
        Object message = entity == null ? null : codecs.message(record);
        if (entity == null || message == null) {
            return false;
        }
        try (ReliableRef<Object, Object> ref = to(entity)) {
            ref.tell(message);
        }
        return true;
    }

    // What is heard

    private void handled(Lane<?, ?> lane, long before) {
        boolean isHungry = false;
        boolean isIdle = false;
        try {
            List<CompletableFuture<Void>> due;
            synchronized (ledger) {
                if (!ledger.handled(lane, before)) {
                    return;
                }
                isHungry = lane.isHungry();
                isIdle = lane.waiting() == 0;
                due = lane.waiters.due(lane.handled());
            }
            aside(() -> due.forEach(each -> each.complete(null)), due.isEmpty());
            ledger.complain();
        } finally { // also if memory runs out, or the lane would never go on
            if (isHungry) {
                sweep.look();
            } else if (isIdle) {
                forgetIfIdle(lane);
            }
        }
    }

    private void aside(Runnable task, boolean isNothing) {
        if (!isNothing) {
            ((CellSystem) cluster.system()).runAside(task);
        }
    }

    // Looking

    CompletableFuture<Void> delivered(Lane<?, ?> lane) {
        synchronized (ledger) {
            return (ledger.isClosed() || lane.hasEnded()) && lane.waiting() > 0
                    ? CompletableFuture.failedFuture(undelivered())
                    : lane.whenDelivered();
        }
    }

    ReliableStats stats(Lane<?, ?> lane) {
        synchronized (ledger) {
            return lane.stats();
        }
    }

    @Override
    public OutboxStats stats() {
        return new OutboxStats(lanes.count(), ledger.waiting(), aside.count());
    }

    private UndeliveredException undelivered() {
        return new UndeliveredException("it waits in " + this + " for its next opening");
    }

    // The end

    /** Closes it; what that throws is logged. */
    void closeWithCluster() {
        try {
            close();
        } catch (Throwable failed) { // the cluster ends all the same
            LOG.log(Level.ERROR, failed.toString(), failed);
        }
    }

    /** Opening has failed, however far it has come. */
    private static void abandon(@Nullable StoredOutbox opened, OutboxLog log) {
        try {
            if (opened != null) {
                opened.abandon();
            }
        } finally {
            log.close();
        }
    }

    private void abandon() {
        try {
            boolean ignored = endSending();
        } finally {
            aside.close();
        }
    }

    /** Sends nothing more; returns false if that was so. */
    private boolean endSending() {
        List<Lane<?, ?>> all;
        List<CompletableFuture<Void>> left = new ArrayList<>();
        synchronized (ledger) {
            if (!ledger.close()) {
                return false;
            }
            all = lanes.all();
            all.forEach(lane -> left.addAll(lane.waiters.end()));
        }
        try {
            Attempts.each(all, StoredOutbox::endSender);
        } finally {
            Attempts.all(() -> fail(left), sweep::end);
        }
        return true;
    }

    private static void endSender(Lane<?, ?> lane) {
        if (!lane.isAsleep()) {
            lane.sender().end();
        }
    }

    private void fail(List<CompletableFuture<Void>> waiting) {
        aside(() -> waiting.forEach(each -> each.completeExceptionally(undelivered())), waiting.isEmpty());
    }

    /** A sender has ended before its outbox, with the type of its entity or the actor system. */
    private void ended(Lane<?, ?> lane) {
        List<CompletableFuture<Void>> left;
        synchronized (ledger) {
            left = lane.end();
        }
        fail(left);
    }

    @Override
    public void close() {
        synchronized (closing) { // so that all return when it is closed
            if (ledger.isClosed()) {
                return;
            }
            try {
                boolean ignored = endSending();
                ledger.settle();
                storage.identity(Identities.closed(identity));
            } catch (RuntimeException failed) {
                throw new OutboxException(this + " can't be written to the disk: " + failed.getMessage(), failed);
            } finally {
                Attempts.all(aside::close, log::close, () -> closed.accept(this), ledger::complain);
            }
        }
    }

    @Override
    public String toString() {
        return storage.toString();
    }
}
