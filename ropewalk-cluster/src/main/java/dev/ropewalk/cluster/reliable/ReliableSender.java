package dev.ropewalk.cluster.reliable;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorContext;
import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.actor.OverflowPolicy;
import dev.ropewalk.actor.cell.Cell;
import dev.ropewalk.actor.cell.CellSystem;
import dev.ropewalk.actor.mailbox.Tracked;
import dev.ropewalk.base.Attempts;
import dev.ropewalk.base.Failures;
import dev.ropewalk.cluster.EntityFailedException;
import dev.ropewalk.cluster.EntityRef;
import dev.ropewalk.cluster.MessageLoss.Reason;
import dev.ropewalk.cluster.ReliableOptions;
import dev.ropewalk.cluster.ReliableRef;
import dev.ropewalk.cluster.ReliableStats;
import dev.ropewalk.cluster.UndeliveredException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * A sender whose messages are kept until they were handled. It is an actor with a bounded mailbox, which pauses while the {@link Window} is full: so whoever tells it something waits as for any actor whose mailbox blocks.
 *
 * <p>The actor alone sends: each message in its turn, and all of them again, from the oldest on, when something says that one is missing. Whoever hears such a thing, or that messages were handled, changes the window under the
 * lock, and wakes the actor if there is something for it.
 *
 * <p>What says that a message is missing: the way, when it was lost; the entity, which has got one without the one before it, or has begun and knows nothing; the end of a node. In case that all of these were silent, there is an {@link Inquiry}.
 */
public final class ReliableSender<K, M> implements ReliableRef<K, M>, Origin {
    private static final int MAX_MAILBOX = 64;
    private static final Duration FIRST_HOLD = Duration.ofMillis(5);
    private static final int MAX_DOUBLINGS = 8;

    private final EntityRef<K, M> entity;
    private final Way<M> way;
    private final Origin origin;
    private final Cell<Object> actor;
    private final Looks looks;
    private final Deliveries deliveries = new Deliveries();
    private final Inquiry inquiry;

    // All that follows is guarded by this

    private final Window<M> window;

    /** How often this has begun again since the last message was handled. */
    private int attempts;

    /** Whether it waits before it sends again. It is set under the lock; whoever fails to have that end takes it back without. */
    private volatile boolean isHolding;

    /** Whether it has waited before it began again last. An entity that has begun since, and asks with a token, is there at this moment. */
    private boolean hasHeld;

    private boolean mustInquire;

    /** How many bytes wait in line with their messages. */
    private int bytesInLine;

    private boolean isClosed;
    private boolean isEnded;
    private long redelivered;

    /** Completed to have the actor go on; null while it doesn't pause. */
    private @Nullable CompletableFuture<@Nullable Void> pause;

    /** Makes a sender, which has nothing to send. */
    public ReliableSender(EntityRef<K, M> entity, ReliableOptions options, Way<M> way) {
        this(entity, options, way, Start.NEW);
    }

    /** Makes a sender that begins with a number. */
    public ReliableSender(EntityRef<K, M> entity, ReliableOptions options, Way<M> way, Start start) {
        this.entity = entity;
        this.way = way;
        this.origin = SenderNumber.origin(start.number(), this);
        this.window = new Window<>(options, start);
        this.inquiry = new Inquiry(way.system().scheduler(), deliveries, this::inquire);
        Mailbox<Object> mailbox =
                Mailbox.bounded(Math.min(MAX_MAILBOX, options.windowMessages()), OverflowPolicy.BLOCK);
        this.actor =
                (Cell<Object>) way.<Object>spawn(ActorOptions.defaults().mailbox(mailbox), context -> new Sending());
        var look = new Look();
        this.looks = new Looks(() -> actor.deliver(look));
    }

    /** The actor. What it is told is dealt with when it takes it up. */
    private final class Sending implements Actor<Object> {
        @Override
        public void receive(Object message) {
            throw new AssertionError(message);
        }

        @Override
        public void postStop() {
            end();
        }
    }

    /** Has the actor look whether there is something for it. */
    private final class Look extends Tracked {
        Look() {
            super("look");
        }

        @Override
        public boolean take() {
            goOn();
            return false;
        }

        @Override
        public void handled(@Nullable Throwable failure) {}

        @Override
        public void dropped(Throwable why) {}
    }

    // Telling

    @Override
    public EntityRef<K, M> entity() {
        return entity;
    }

    @Override
    public void tell(M message) {
        boolean ignored = send(message, null, true);
    }

    @Override
    public boolean tryTell(M message) {
        return send(message, null, false);
    }

    @Override
    public CompletableFuture<Void> deliver(M message) {
        var answer = new CompletableFuture<Void>();
        boolean ignored = send(message, answer, true);
        return answer;
    }

    private boolean send(M message, @Nullable CompletableFuture<Void> answer, boolean waits) {
        Objects.requireNonNull(message, "message");
        Pending<M> pending = inLine(message, way.encode(message), answer);
        long ticket = deliveries.begin();
        boolean isSent = false;
        try {
            requireOpen();
            if (waits) {
                actor.tellTracked(pending);
                isSent = true;
            } else {
                isSent = actor.tryTellTracked(pending);
            }
        } finally {
            if (!isSent) {
                leaveLine(pending);
                settled(deliveries.abort(ticket), List.of());
            }
        }
        return isSent;
    }

    /** Makes a message that waits in line, with its bytes if there is room for them. Else they are made once more when it is sent; they were made before, so they can be. */
    private Pending<M> inLine(M message, byte @Nullable [] bytes, @Nullable CompletableFuture<Void> answer) {
        int size = bytes == null ? 0 : bytes.length;
        Object carried = actor.withContext(message);
        synchronized (this) {
            boolean hasRoom = bytesInLine == 0 || bytesInLine + (long) size <= window.maxBytes();
            var pending = new Pending<>(this, carried, hasRoom ? bytes : null, answer);
            pending.counted = size;
            pending.inLine = hasRoom ? size : 0;
            bytesInLine += pending.inLine;
            return pending;
        }
    }

    private synchronized void leaveLine(Pending<M> message) {
        bytesInLine -= message.inLine;
        message.inLine = 0;
    }

    /**
     * Adds a message to the window, unless that is full or this has ended; returns whether it was added. It isn't waited for, and whoever calls this keeps the message until it is told that it was {@linkplain Way#handled handled}.
     * {@link #wake} has it sent.
     *
     * @param message null if it can't be read and was put aside, so that only its number is sent
     * @param bytes the message as it is sent to other nodes; null if they aren't known
     * @param size how many bytes the window is to count at least
     * @param answer told what has become of it; null if nobody wants to know
     */
    public boolean offer(
            @Nullable M message, byte @Nullable [] bytes, int size, @Nullable CompletableFuture<Void> answer) {
        var pending = new Pending<>(this, message == null ? "nothing" : actor.withContext(message), bytes, answer);
        pending.counted = size;
        if (message == null) {
            pending.empty();
            pending.failure =
                    new UndeliveredException("a message to " + entity.path() + " can't be read, and was put aside");
        }
        synchronized (this) {
            if (isClosed || isEnded || window.isFull()) {
                return false;
            }
            window.add(pending);
            long ignored = deliveries.begin();
            return true;
        }
    }

    /** Returns whether it takes what is offered. */
    public synchronized boolean hasRoom() {
        return !isClosed && !isEnded && !window.isFull();
    }

    /** Returns whether so much of the window is free that it is worth to look for more. */
    public synchronized boolean hasMuchRoom() {
        return !isClosed && !isEnded && window.isHalfEmpty();
    }

    /** Checks that this takes messages. */
    public synchronized void requireOpen() {
        if (isClosed || isEnded || way.isClosed()) {
            throw new IllegalStateException(this + " is closed" + (isClosed ? "" : ", as its cluster is"));
        }
    }

    // The actor

    /** The actor comes to a message. */
    void take(Pending<M> message) {
        boolean isTooLate;
        synchronized (this) {
            leaveLine(message);
            isTooLate = isEnded;
            if (!isTooLate) {
                window.add(message);
            }
        }
        if (isTooLate) {
            giveUp(message);
        } else {
            goOn();
        }
    }

    private void goOn() {
        synchronized (this) {
            pause = null;
        }
        CompletableFuture<@Nullable Void> until = null;
        boolean mustSend = true;
        while (mustSend) {
            sendAll();
            synchronized (this) {
                mustSend = hasSomethingToSend(); // or whoever has seen that it doesn't pause has asked it in vain
                if (!mustSend && !isEnded && window.isFull()) {
                    until = new CompletableFuture<>();
                    pause = until;
                }
            }
        }
        if (until != null) {
            pauseUntil(until);
        }
    }

    /** Called with the lock. */
    private boolean hasSomethingToSend() {
        return !isHolding && !isEnded && (window.peek() != null || (mustInquire && window.probe() != null));
    }

    private void pauseUntil(CompletableFuture<@Nullable Void> until) {
        boolean isPausing = false;
        try {
            ((ActorContext<?>) actor).pauseUntil(until, (nothing, failure) -> goOn());
            isPausing = true;
        } finally {
            if (!isPausing) { // for want of memory: whoever wakes it is to ask it
                synchronized (this) {
                    pause = null;
                }
            }
        }
    }

    private void sendAll() {
        boolean isSent = true;
        while (isSent) {
            Pending<M> next = null;
            Stamp stamp = null;
            looks.begin();
            synchronized (this) {
                if (!isHolding && !isEnded) {
                    next = mustInquire ? window.probe() : null;
                    mustInquire = false;
                    if (next != null) {
                        stamp = window.sendProbe();
                    } else {
                        next = window.peek();
                    }
                    if (next != null && stamp == null) {
                        stamp = window.send();
                    }
                }
            }
            isSent = next != null && stamp != null;
            if (next != null && stamp != null) {
                send(next, stamp);
            }
        }
    }

    private void send(Pending<M> message, Stamp stamp) {
        if (!stamp.is(Stamp.FIRST)) {
            noteRedelivery();
        }
        try {
            way.send(message, stamp);
        } catch (VirtualMachineError noRoom) {
            again(stamp.round(), 0);
        } catch (RuntimeException | Error never) { // a codec would throw that for ever
            giveUp(message, stamp, never);
        }
        inquiry.begin();
    }

    private void noteRedelivery() {
        synchronized (this) {
            redelivered++;
        }
        way.redelivered();
    }

    /** A message can't be sent at all. Its number is, since those behind it count on that. */
    private void giveUp(Pending<M> message, Stamp stamp, Throwable why) {
        if (!message.isEmpty()) { // else its number can't be sent either
            var failure = new UndeliveredException(
                    "a message to " + entity.path() + " can't be sent: " + Failures.text(why), why);
            message.empty();
            synchronized (this) {
                message.failure = failure;
            }
            way.lost(message.message(), Reason.FAILED);
        }
        again(stamp.round(), 0);
    }

    /** A message isn't sent any more. */
    void giveUp(Pending<M> message) {
        boolean isLost = !message.isEmpty();
        if (isLost) {
            synchronized (this) {
                message.failure = new UndeliveredException(
                        "a message to " + entity.path() + " " + way.fateOfRest() + ", since its sender has ended");
            }
        }
        settled(deliveries.settle(1), message.asked == null ? List.of() : List.of(message));
        if (isLost) {
            way.lost(message.message(), Reason.CLOSED);
        }
    }

    /** Has the actor look. Called without locks. */
    public void wake() {
        CompletableFuture<@Nullable Void> waiting;
        boolean mustLook;
        synchronized (this) {
            waiting = pause;
            mustLook = waiting == null && !isEnded;
        }
        if (waiting != null) {
            waiting.complete(null); // the actor forgets it when it goes on
        } else if (mustLook) {
            looks.ask();
        }
    }

    // What is heard

    /** Returns this as entities are to see it. */
    public Origin origin() {
        return origin;
    }

    @Override
    public void handled(long before, boolean isAwaited) {
        List<Pending<M>> answered = new ArrayList<>(0);
        int count;
        long oldest;
        boolean mustWake;
        synchronized (this) {
            count = window.handled(before, message -> {
                if (message.asked != null) {
                    answered.add(message);
                }
            });
            if (count == 0) {
                return;
            }
            attempts = 0;
            oldest = window.oldest();
            mustWake = (pause != null && window.hasMuchRoom()) || window.peek() != null;
        }
        try {
            way.handled(oldest);
        } finally { // also if memory runs out, or this would never go on
            try {
                settled(deliveries.settle(count), answered);
            } finally {
                if (mustWake) {
                    wake();
                }
            }
        }
    }

    @Override
    public void failed(long number, Throwable failure) {
        failed(number, new EntityFailedException(entity.path() + " has thrown " + Failures.text(failure), failure));
    }

    /** The entity has thrown while it handled a message. */
    public synchronized void failed(long number, EntityFailedException failure) {
        Pending<M> message = window.find(number);
        if (message != null) {
            message.failure = failure;
        }
    }

    @Override
    public void again(int round, long token) {
        int doublings;
        boolean mustHold;
        synchronized (this) {
            if (isEnded || !window.again(round, token)) {
                return;
            }
            if (++attempts > 1) {
                window.slowDown();
            }
            doublings = Math.min(attempts - 3, MAX_DOUBLINGS);
            boolean mustAnswer = token != 0 && hasHeld; // one that is passivated soon wouldn't be there after a wait
            hasHeld = doublings >= 0 && !mustAnswer;
            isHolding = hasHeld;
            mustHold = hasHeld;
        }
        if (!mustHold) {
            wake();
            return;
        }
        boolean mustEnd = true;
        try {
            endHoldAfter(FIRST_HOLD.multipliedBy(1L << doublings));
            mustEnd = false;
        } finally {
            if (mustEnd) { // for want of memory or stack: without a call, since that may fail again
                isHolding = false;
                wake();
            }
        }
    }

    private void endHoldAfter(Duration hold) {
        try {
            var ignored = way.system().scheduler().schedule(inquiry.strand(), this::endHold, hold);
        } catch (RejectedExecutionException closing) {
            // nothing is sent any more
        }
    }

    private void endHold() {
        isHolding = false;
        wake();
    }

    /** A message was lost on its way. */
    public void lost(Stamp stamp, Reason reason) {
        if (reason == Reason.CLOSED) {
            end();
        } else {
            again(stamp.round(), 0);
        }
    }

    /** Asks what has become of the messages, if any wait. */
    public void inquire() {
        synchronized (this) {
            if (window.isEmpty()) {
                return;
            }
            mustInquire = true;
        }
        wake();
    }

    // The end

    private void settled(List<CompletableFuture<Void>> due, List<Pending<M>> answered) {
        if (!due.isEmpty() || !answered.isEmpty()) {
            ((CellSystem) way.system()).runAside(() -> {
                answered.forEach(Pending::complete);
                due.forEach(future -> future.complete(null));
            });
        }
        boolean isOver;
        synchronized (this) {
            isOver = isClosed && !isEnded && deliveries.waiting() == 0;
        }
        if (isOver) {
            end();
        }
    }

    @Override
    public CompletableFuture<Void> delivered() {
        return deliveries.all();
    }

    @Override
    public void close() {
        synchronized (this) {
            isClosed = true;
        }
        settled(List.of(), List.of());
    }

    /** Gives up what waits: nothing can be sent any more. */
    public void end() {
        List<Pending<M>> left = new ArrayList<>();
        synchronized (this) {
            if (isEnded) {
                return;
            }
            window.forEach(left::add); // before this has ended, since memory may run out
            isEnded = true;
            window.clear();
        }
        Attempts.all(
                inquiry::end,
                () -> Attempts.each(left, this::giveUp),
                this::wake,
                () -> way.system().stopGracefully(actor),
                () -> way.ended(this));
    }

    @Override
    public ReliableStats stats() {
        long again;
        synchronized (this) {
            again = redelivered;
        }
        return new ReliableStats(deliveries.settled(), deliveries.waiting(), again, 0);
    }

    @Override
    public String toString() {
        return "ReliableRef[" + entity.path() + "]";
    }
}
