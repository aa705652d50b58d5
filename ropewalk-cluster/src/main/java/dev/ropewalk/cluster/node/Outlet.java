package dev.ropewalk.cluster.node;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorContext;
import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.actor.OverflowPolicy;
import dev.ropewalk.base.Attempts;
import dev.ropewalk.base.SafeLog;
import dev.ropewalk.cluster.MessageLoss.Reason;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.scheduler.Timer;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Where messages leave this node, one after another, in the order in which they came. It is an actor with a bounded mailbox: when messages can't leave, since there is no credit or no place for
 * them yet, the actor pauses, its mailbox fills, and senders wait as they do for any actor whose mailbox blocks. So nothing piles up, and no thread waits but those of senders. Large messages fill it sooner.
 *
 * <p>Nodes that wait for each other would wait for ever: actors of two nodes that send to each other more than they take. So after some time in which nothing could leave, what
 * waits and what comes is lost at once, and told, until something leaves again. What comes when nothing has come for as long waits anew.
 *
 * <p>A message before which none is on its way to here leaves in the thread of its sender, if it can and that is no virtual thread. It overtakes none: the count of those that are pending goes from 0 to 1 in one step, so none is before it, and those
 * that come meanwhile, by other threads, go to the actor. The message has left when its sender goes on. It is sent under the lock of this, as by the actor: so it leaves to an owner before, or it waits, behind what comes back from there.
 *
 * <p>Why nothing vanishes at the end. A sender counts its message as pending, then looks whether the outlet is closed, and sends if it isn't. Whoever closes it first says so, and then looks at the count: the
 * actor ends when nothing is pending. So the actor takes each message whose sender has found the outlet open, however long that sender pauses in between.
 */
abstract class Outlet implements Actor<Outgoing> {
    private static final SafeLog LOG = new SafeLog("dev.ropewalk.cluster", Outlet.class);
    /** As many places as 256 KiB have, and no more messages. */
    private static final int MAILBOX = (256 << 10) / Outgoing.PLACE_BYTES;

    private static final Outgoing LOOK = new Outgoing("", null, null, new byte[0], null);

    private final OutletHost host;

    /** How many messages are on their way to here, or here. */
    private final AtomicInteger pending = new AtomicInteger();

    /** What is to leave next; guarded by this. The actor alone takes from it. */
    private final ArrayDeque<Outgoing> queue = new ArrayDeque<>();

    /** Completed to have the actor look again; null while it doesn't pause. Guarded by this. */
    private @Nullable CompletableFuture<@Nullable Void> wake;

    /** Wakes the actor when it has paused for too long; guarded by this. */
    private @Nullable Timer patience;

    /** When messages could no longer leave, in nanoseconds; 0 while they do. Guarded by this. */
    private long stuckSince;

    /** When a message was lost last for that, 0 if none was; guarded by this. */
    private long lostAt;

    private final CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();
    private volatile boolean ending;
    private volatile @Nullable ActorRef<Outgoing> actor;
    private @Nullable ActorContext<Outgoing> context;

    Outlet(OutletHost host) {
        this.host = host;
    }

    /** What is to be done when all has left that waited before it. */
    static final class Behind extends Outgoing {
        final Runnable task;

        Behind(Runnable task) {
            super("", null, null, new byte[0], null);
            this.task = task;
        }
    }

    /** What became of an attempt to send. */
    enum Attempt {
        /** The message has left. */
        SENT,
        /** It can't leave now; {@link #wake} is called when it may. */
        WAIT,
        /** {@link #goOn} does the rest, which may take long or call code of users. */
        GO_ON
    }

    /** Tries to send a message; called with the lock of this. */
    abstract Attempt attempt(Outgoing next);

    /** Goes on with an attempt, without the lock; returns whether the message has left, or is lost. */
    abstract boolean goOn(Outgoing next);

    /** Returns why messages are lost that can't leave; called with the lock of this. */
    abstract Reason whyStuck();

    /** Returns to which node messages are lost that can't leave, if one is known; called with the lock of this. */
    abstract Optional<Node> stuckAt();

    /** Returns how long messages wait that can't leave; called with the lock of this. */
    Duration waitingTime() {
        return host.patience();
    }

    /** Returns whether messages wait for any time; called with the lock of this. */
    boolean isPatient() {
        return false;
    }

    /** Returns whether what waits has no place to go to, and won't have; called with the lock of this. */
    boolean isHopeless() {
        return false;
    }

    /** Makes a loss of a message that comes when this is closed. */
    void refuse(Outgoing message) {
        host.lost(message, Reason.CLOSED);
    }

    // Senders

    /** Returns whether nothing is let in any more. Whoever asks has entered. */
    final boolean isClosed() {
        return ending || host.isClosing();
    }

    /** Returns whether messages are on their way to here: a message that takes another way would overtake them. */
    final boolean isBusy() {
        return pending.get() != 0;
    }

    /** A message is about to be sent to the actor. */
    final void enter() {
        pending.incrementAndGet();
    }

    /** Sends a message in the thread of its sender, if none is on its way to here before it; returns false if it can't leave now, or is for the actor to send. */
    final boolean trySend(Outgoing message) {
        if (!mayHoldMonitor() || !enterAlone()) {
            return false;
        }
        try {
            return !isClosed() && tryAlone(message);
        } finally {
            leave();
        }
    }

    /** Counts a message as pending if none is. */
    private boolean enterAlone() {
        int others = pending.get();
        while (!isSome(others)) {
            if (pending.compareAndSet(others, others + 1)) {
                return true;
            }
            others = pending.get();
        }
        return false;
    }

    private static boolean isSome(int messages) {
        return messages != 0;
    }

    /** A virtual thread may be unmounted at a brief lock of the link: workers would wait for the monitor that it holds, and none would be left to carry it. */
    private static boolean mayHoldMonitor() {
        return !Thread.currentThread().isVirtual() || dev.ropewalk.scheduler.step.Steps.simulatedScheduler() != null;
    }

    private synchronized boolean tryAlone(Outgoing message) {
        boolean isSent = queue.isEmpty() && !host.isClosed() && !isHopeless() && attempt(message) == Attempt.SENT;
        if (isSent) {
            goesOn();
        }
        return isSent;
    }

    /** It wasn't sent there after all, or has left. */
    final void leave() {
        if (pending.decrementAndGet() == 0) {
            if (ending) {
                stop();
            }
            host.idle();
        }
    }

    /** Runs something when all messages have left, or are lost, whose senders had sent them before this was called. */
    final void behindAll(Runnable task) {
        if (!isBusy()) {
            task.run();
            return;
        }
        enter();
        boolean isSent = false;
        try {
            var ignored = actor().tellAsync(new Behind(task));
            isSent = true;
        } catch (Throwable notSent) { // closing, or for want of memory: it must be run all the same
            task.run();
        } finally {
            if (!isSent) {
                leave();
            }
        }
    }

    /** Returns the actor, which is made when it is needed first. */
    final ActorRef<Outgoing> actor() {
        ActorRef<Outgoing> made = actor;
        return made == null ? make() : made;
    }

    private synchronized ActorRef<Outgoing> make() {
        ActorRef<Outgoing> made = actor;
        if (made == null) {
            made = host.outlets()
                    .spawn(ActorOptions.defaults().mailbox(Mailbox.bounded(MAILBOX, OverflowPolicy.BLOCK)), own -> {
                        context = own;
                        return this;
                    });
            actor = made;
        }
        return made;
    }

    /** Lets nothing in any more, and ends the actor when all that is on its way to here has left, or is lost. */
    final void end() {
        ending = true;
        if (!isBusy()) {
            stop();
        }
    }

    /** Completes when this has ended. */
    final CompletableFuture<?> ended() {
        return ended;
    }

    private void stop() {
        ActorRef<Outgoing> made = actor;
        if (made == null) {
            ended.complete(null);
            return;
        }
        var ignored = host.system().whenStopped(made).whenComplete((nothing, failure) -> ended.complete(null));
        host.system().stopGracefully(made);
    }

    /** Puts in messages that are to leave before all others. */
    final synchronized void putFirst(Collection<Outgoing> messages) {
        new ArrayDeque<>(messages).descendingIterator().forEachRemaining(queue::addFirst);
    }

    /** Puts in a message that is to leave after all others. */
    private synchronized void putLast(Outgoing message) {
        queue.addLast(message);
    }

    // The actor

    @Override
    public final void receive(Outgoing message) {
        if (!message.equals(LOOK)) {
            putLast(message);
        }
        pump();
    }

    private void pump() {
        Outgoing next = next();
        while (next != null) {
            boolean goesOn;
            try {
                goesOn = step(next);
            } catch (Throwable failed) { // by code of users, or for want of memory: the others must not wait for it
                loseOrLog(next, failed);
                goesOn = true;
            }
            next = goesOn ? next() : null;
        }
    }

    private synchronized @Nullable Outgoing next() {
        return queue.peekFirst();
    }

    /** Tries to have a message leave; returns false if the actor pauses. */
    private boolean step(Outgoing next) {
        Attempt attempt;
        Reason lost = null;
        Optional<Node> peer = Optional.empty();
        synchronized (this) {
            if (host.isClosed() || isHopeless()) {
                attempt = Attempt.WAIT;
                lost = Reason.CLOSED;
            } else {
                attempt = next instanceof Behind ? Attempt.GO_ON : attempt(next);
                if (attempt == Attempt.WAIT) {
                    boolean isForEver = isPatient();
                    if (isForEver || !noteStuck()) {
                        pause(isForEver);
                        return false;
                    }
                    lost = whyStuck();
                    peer = stuckAt();
                }
            }
        }
        if (lost != null) {
            lose(next, lost, peer);
        } else if (attempt == Attempt.SENT || isDone(next) || goOn(next)) {
            goesOn();
            left(next);
        }
        return true;
    }

    private static boolean isDone(Outgoing next) {
        if (next instanceof Behind behind) {
            behind.task.run();
            return true;
        }
        return false;
    }

    private void lose(Outgoing message, Reason reason, Optional<Node> peer) {
        try {
            if (message instanceof Behind behind) {
                behind.task.run();
            } else {
                host.lost(message, reason, peer);
            }
        } finally {
            left(message);
        }
    }

    /** Loses a message at which something was thrown, unless it has left by then. */
    private void loseOrLog(Outgoing message, Throwable failed) {
        try {
            if (isHere(message)) {
                lose(message, Reason.FAILED, Optional.empty());
            }
        } catch (Throwable again) { // the next ones must not wait for it
            LOG.log(Level.WARNING, "a message to '" + message.recipient + "' is lost, after " + failed, again);
        }
    }

    private synchronized boolean isHere(Outgoing message) {
        return queue.contains(message);
    }

    /** Messages leave, or can: those that can't later have all their time. */
    final synchronized void goesOn() {
        stuckSince = 0;
        lostAt = 0;
    }

    /** What waits when the actor has ended, in whatever way, is lost; another one is made if it is needed. */
    @Override
    public final void postStop() {
        List<Outgoing> left;
        synchronized (this) {
            left = List.copyOf(queue);
            actor = null;
        }
        Attempts.each(
                left, message -> lose(message, host.isClosed() ? Reason.CLOSED : Reason.STOPPED, Optional.empty()));
    }

    private void left(Outgoing message) {
        boolean wasHere;
        synchronized (this) {
            wasHere = queue.removeFirstOccurrence(message);
        }
        if (wasHere) { // else it has left before
            leave();
        }
    }

    /** Notes that a message can't leave; returns whether it is lost, since none has left for too long. */
    private boolean noteStuck() {
        long now = host.system().scheduler().nanoTime();
        long patience = waitingTime().toNanos();
        boolean isNew = stuckSince == 0 || (lostAt != 0 && now - lostAt >= patience);
        if (isNew) {
            stuckSince = now == 0 ? 1 : now;
            lostAt = 0;
        }
        boolean isLost = now - stuckSince >= patience;
        if (isLost) {
            lostAt = now == 0 ? 1 : now;
        }
        return isLost;
    }

    /** @param isForEver whether it looks again only if it is woken */
    private void pause(boolean isForEver) {
        var until = new CompletableFuture<@Nullable Void>();
        if (!isForEver) {
            patience = host.later(this::wake, left());
        }
        Objects.requireNonNull(context).pauseUntil(until, (nothing, failure) -> pump());
        wake = until; // last: nobody would look again if an actor counted as one that pauses, and didn't
    }

    private Duration left() {
        long passed = host.system().scheduler().nanoTime() - stuckSince;
        return Duration.ofNanos(Math.max(1_000_000, waitingTime().toNanos() - passed));
    }

    /** Has the actor look again, if there is something for it. Any thread may call this, without the lock of this. */
    final void wake() {
        CompletableFuture<@Nullable Void> waiting;
        boolean mustLook;
        synchronized (this) {
            waiting = wake;
            wake = null;
            if (patience != null) {
                patience.cancel();
                patience = null;
            }
            mustLook = waiting == null && !queue.isEmpty();
        }
        if (waiting != null) {
            waiting.complete(null);
        } else if (mustLook) {
            var ignored = actor().tellAsync(LOOK);
        }
    }
}
