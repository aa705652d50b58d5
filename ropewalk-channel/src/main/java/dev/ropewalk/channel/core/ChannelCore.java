package dev.ropewalk.channel.core;

import dev.ropewalk.base.BriefLock;
import dev.ropewalk.channel.ChannelStats;
import dev.ropewalk.scheduler.step.Backlog;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The state of a channel and its steps: a buffer, and two queues of waiting parties, under one {@linkplain BriefLock lock}.
 *
 * <p>All kinds differ in their capacity only, which is 0 for a rendezvous, and in what {@link OverflowPolicy} says. The steps
 * are {@link #trySendLocked} and {@link #tryReceiveLocked}; an operation takes the lock, makes a step, and if that says
 * {@link Signal#WAIT} queues its party, still under the lock.
 *
 * <p>What holds whenever the lock is free:
 * <ul>
 *   <li>if a receiver waits, the buffer is empty, and no sender waits but clauses of the same select;
 *   <li>if a sender waits, the buffer is full;
 *   <li>if the channel has ended, no receiver waits; if it has failed, no sender waits either, and the buffer is empty.
 * </ul>
 * A clause of a select that was decided elsewhere may still stand in a queue; it doesn't count.
 *
 * <p>Hence the order: a receiver takes the oldest in the buffer, whose place the element of the oldest waiting sender takes in
 * the same step, and a party that comes never overtakes a waiting one.
 *
 * <p>A step may end the wait of another party. It returns that party's {@link ChannelWaiter}, to be woken when the lock is
 * free, so that the lock is never held while threads or executors are told. For a receiver's step the element is then in the
 * waiter's value.
 *
 * <p>A step that needs memory takes it before it changes anything: an {@link OutOfMemoryError} loses no element, and no party
 * is claimed without being woken.
 */
public abstract class ChannelCore<T> extends WaitingParties implements Backlog {
    private static final AtomicLong IDS = new AtomicLong();

    static {
        Log.initialize();
    }

    /** The place of this channel in the order in which a select takes the locks of several. */
    public final long id = IDS.incrementAndGet();

    private final int capacity;
    private final OverflowPolicy overflow;
    private final @Nullable String name;
    private final @Nullable Consumer<? super T> onUndelivered;
    private final @Nullable ChannelScope scope;

    private ElementQueue elements;
    private @Nullable Closure closure;

    /** Made by the first thread that needs it; that two threads make one each does no harm. */
    private @Nullable AdaptiveSpin spinning;

    private long sends;
    private long undelivered;
    private long refused;

    protected ChannelCore(
            int capacity,
            OverflowPolicy overflow,
            @Nullable String name,
            @Nullable Consumer<? super T> onUndelivered,
            @Nullable ChannelScope scope) {
        this.capacity = capacity;
        this.overflow = overflow;
        this.name = name != null ? name : simulatedName();
        this.onUndelivered = onUndelivered;
        this.scope = scope;
        this.elements = new ElementQueue(capacity);
    }

    /** A simulation counts its channels by itself, and its parties have names that begin with {@code #}. */
    private static @Nullable String simulatedName() {
        long number = Steps.simulatedNumber("channel");
        return number == 0 ? null : "channel-" + number;
    }

    // Steps, under the lock

    /**
     * Sends an element if that is possible now.
     *
     * @return SENT, the waiting receiver that has got it, the {@link Dropped} element that made room, WAIT, or the end
     */
    public Object trySendLocked(Object element) {
        refuseOutsider();
        Closure ended = closure;
        if (ended != null) {
            return ended;
        }
        ChannelWaiter receiver = claimOldest(Side.RECEIVERS);
        if (receiver != null) {
            receiver.value = element;
            sends++;
            return receiver;
        }
        ElementQueue buffer = elements;
        if (!buffer.isFull()) {
            buffer.add(element);
            sends++;
            Steps.noteGrown(this);
            return Signal.SENT;
        }
        return overflow == OverflowPolicy.WAIT ? Signal.WAIT : drop(element);
    }

    private Dropped drop(Object element) {
        Dropped dropped;
        if (overflow == OverflowPolicy.DROP_NEWEST) {
            dropped = new Dropped(element);
        } else {
            dropped = new Dropped(elements.peek());
            elements.add(element);
            elements.take();
        }
        sends++;
        undelivered++;
        return dropped;
    }

    /**
     * Receives an element if that is possible now.
     *
     * @return the element, the waiting sender that could go on, with the element in its value, WAIT, or the end
     */
    public Object tryReceiveLocked() {
        refuseOutsider();
        ElementQueue buffer = elements;
        if (buffer.size() > 0) {
            return tryReceiveBufferedLocked(buffer);
        }
        ChannelWaiter sender = claimOldest(Side.SENDERS);
        if (sender != null) {
            sends++;
            return sender;
        }
        Closure ended = closure;
        return ended != null ? ended : Signal.WAIT;
    }

    private Object tryReceiveBufferedLocked(ElementQueue buffer) {
        Object oldest = buffer.peek();
        Object outcome = oldest instanceof ChannelWaiter ? new WaiterElement(this, oldest) : oldest;
        if (!isNobodyAt(Side.SENDERS)) {
            buffer.reserve();
            ChannelWaiter sender = claimOldest(Side.SENDERS);
            if (sender != null) {
                buffer.add(Objects.requireNonNull(sender.value));
                sender.value = oldest;
                sends++;
                outcome = sender;
            }
        }
        buffer.take();
        return outcome;
    }

    /** Counts the elements of the buffer, up to a bound; under the lock, or in a simulation, where one thread runs at a time. */
    @Override
    public final int waiting(int most) {
        return Math.min(most, elements.size());
    }

    /** Returns whether a send may find no room here: not if something is dropped then, or if the memory is the bound. */
    final boolean mayBeFull() {
        return overflow == OverflowPolicy.WAIT && capacity < Integer.MAX_VALUE;
    }

    /** Returns how many elements could be sent now without waiting, up to a bound; those that receivers wait for aren't counted. */
    public final int room(int most) {
        if (!mayBeFull()) {
            return most;
        }
        lock();
        try {
            return Math.min(most, capacity - elements.size());
        } finally {
            unlock();
        }
    }

    /** Returns how many elements can find room at once, up to a bound. */
    public final int maxRoom(int most) {
        return mayBeFull() ? Math.min(most, capacity) : most;
    }

    /** Refuses whoever would wait here without a thread, if the channel belongs to a scope. */
    public final void refuseCallbacks() {
        if (scope != null) {
            throw callbackRefused(scope);
        }
    }

    private IllegalStateException callbackRefused(ChannelScope owner) {
        return new IllegalStateException("a callback can't wait for channel " + name() + " of scope " + owner.name()
                + ": only threads can, so that deadlocks can be found");
    }

    /** Returns how many elements could be received at once at most, those of waiting senders included. Under the lock. */
    final int receivableLocked() {
        return elements.size() + count(Side.SENDERS);
    }

    /** Refuses a calling thread that may not use the channel of a scope: each user of the channel could wake threads that wait there. */
    public final void refuseOutsider() {
        if (scope != null) {
            scope.refuseOutsider(this);
        }
    }

    /** Queues a party that has to wait. */
    public void addLocked(ChannelWaiter waiter, boolean sends) {
        if (scope != null && waiter.isCallback()) {
            throw callbackRefused(scope);
        }
        add(waiter, sends ? Side.SENDERS : Side.RECEIVERS);
    }

    /** Returns whether a send could do something else than wait; a guess, made without the lock. */
    public boolean maySend() {
        return closure != null || !isNobodyAt(Side.RECEIVERS) || overflow != OverflowPolicy.WAIT || !elements.isFull();
    }

    /** Returns whether a receive could do something else than wait; a guess, made without the lock. */
    public boolean mayReceive() {
        return elements.size() > 0 || !isNobodyAt(Side.SENDERS) || closure != null;
    }

    /** Counts a send that has found no room and may not wait. */
    final void countRefusedLocked() {
        refused++;
    }

    // What follows a step, without the lock

    /** Counts a send whose time is up, or that was refused without a step. */
    final void countRefused() {
        lock();
        try {
            refused++;
        } finally {
            unlock();
        }
    }

    /** Does what a successful step of sending has left to do. */
    public void afterSend(Object outcome) {
        if (outcome instanceof ChannelWaiter receiver) {
            receiver.wake();
        } else if (outcome instanceof Dropped dropped) {
            Undelivered.hand(onUndelivered, dropped.element(), name());
        }
    }

    /** Wakes the sender that a step of receiving has let go on, if any, and returns the element. */
    public static Object afterReceive(Object outcome) {
        if (outcome instanceof ChannelWaiter sender) {
            Object element = Objects.requireNonNull(sender.value);
            sender.wake();
            return element;
        }
        return outcome;
    }

    /** Removes a waiter that gives up; returns false if it has been claimed, so that it will be woken. */
    public boolean withdraw(ChannelWaiter waiter) {
        lock();
        try {
            return remove(waiter);
        } finally {
            unlock();
        }
    }

    boolean isQueued(ChannelWaiter waiter) {
        lock();
        try {
            return waiter.side != null;
        } finally {
            unlock();
        }
    }

    // The end

    /** Ends the channel, unless it has ended. */
    public final void end(Closure how) {
        end(how, false);
    }

    /**
     * Fails the channel on behalf of its receiver, which ends, unless it has failed. If it was closed it stays so, but nobody will
     * receive what is left: senders that wait get the cause, and what is buffered is undelivered.
     */
    final void endWithReceiver(Throwable cause) {
        end(new Closure(cause), true);
    }

    private void end(Closure how, boolean evenIfClosed) {
        ChannelWaiter woken;
        ElementQueue left = null;
        ElementQueue empty = how.cause() == null ? null : new ElementQueue(capacity);
        lock();
        try {
            Closure before = closure;
            if (before != null && (before.cause() != null || !evenIfClosed)) {
                return;
            }
            closure = before == null ? how : before;
            woken = endAll(Side.RECEIVERS, how, endAll(Side.WATCHERS, how, null));
            if (empty != null) {
                woken = endAll(Side.SENDERS, how, woken);
                left = elements;
                undelivered += left.size();
                elements = empty;
            }
        } finally {
            unlock();
        }
        wakeAll(woken);
        if (left != null) {
            handBack(left);
        }
        leaveIfFinished();
    }

    /** Has a waiter woken by the end, and by nothing else; at once if the channel has ended. */
    final void watch(ChannelWaiter watcher) {
        lock();
        try {
            if (closure == null) {
                add(watcher, Side.WATCHERS);
                return;
            }
            watcher.value = closure;
        } finally {
            unlock();
        }
        watcher.wake();
    }

    /** Called when the channel may be finished, without its lock: it is listed no longer if so. */
    void leaveIfFinished() {}

    static void wakeAll(@Nullable ChannelWaiter first) {
        Error failure = null;
        for (ChannelWaiter waiter = first; waiter != null; ) {
            ChannelWaiter next = waiter.next;
            waiter.next = null;
            try {
                waiter.wake();
            } catch (Error error) {
                failure = error; // of this thread, which is out of stack or memory; the others wait all the same
            }
            waiter = next;
        }
        if (failure != null) {
            throw failure;
        }
    }

    /** Gives up what is buffered, when no receiver is left. */
    public void abandon() {
        ElementQueue left;
        ElementQueue empty = new ElementQueue(capacity);
        lock();
        try {
            left = elements;
            undelivered += left.size();
            elements = empty;
        } finally {
            unlock();
        }
        handBack(left);
        leaveIfFinished();
    }

    private void handBack(ElementQueue left) {
        while (left.size() > 0) {
            Undelivered.hand(onUndelivered, left.take(), name());
        }
    }

    /** Takes back an element from a receiver that can't be told of it, or has refused it. */
    public void giveBack(Object element) {
        lock();
        try {
            undelivered++;
        } finally {
            unlock();
        }
        Undelivered.hand(onUndelivered, element, name());
    }

    /** Takes an element that somebody has let go of and that can't be sent any more. It counts as sent and is undelivered. */
    public final void takeUndelivered(Object element) {
        lock();
        try {
            sends++;
            undelivered++;
        } finally {
            unlock();
        }
        Undelivered.hand(onUndelivered, element, name());
    }

    final boolean hasEnded() {
        lock();
        try {
            return closure != null;
        } finally {
            unlock();
        }
    }

    /** Returns whether the channel has ended and nothing is left in it. */
    public final boolean isFinished() {
        lock();
        try {
            return isFinishedLocked();
        } finally {
            unlock();
        }
    }

    /** Returns how the channel has ended if nothing is left in it, or else null. */
    public final @Nullable Closure closureIfFinished() {
        lock();
        try {
            return isFinishedLocked() ? closure : null;
        } finally {
            unlock();
        }
    }

    private boolean isFinishedLocked() {
        return closure != null && elements.size() == 0 && isNobodyAt(Side.SENDERS);
    }

    // Looking

    /** Returns whether a wait here may be worth spinning: not if a buffer makes one wait serve many elements. */
    public final boolean isWorthSpinning() {
        return capacity <= AdaptiveSpin.MAX_CAPACITY;
    }

    final @Nullable AdaptiveSpin spinning() {
        AdaptiveSpin learned = spinning;
        if (learned == null && isWorthSpinning()) {
            learned = new AdaptiveSpin();
            spinning = learned;
        }
        return learned;
    }

    public final boolean hasHandler() {
        return onUndelivered != null;
    }

    /** Returns the innermost scope that holds whatever can end a thread's wait here, or null if there is none. */
    public @Nullable ChannelScope scopeFor(Thread waiting) {
        return scope;
    }

    /** Returns what a party does here, in words. */
    public String operation(boolean sends) {
        return (sends ? "send to " : "receive from ") + name();
    }

    /** Returns the name, given or made up. */
    public final String name() {
        return name != null ? name : "#" + id;
    }

    /** Returns a snapshot of all. */
    public final ChannelStats stats() {
        Steps.before(StepKind.ACCESS, this);
        lock();
        try {
            return new ChannelStats(
                    name(),
                    elements.size(),
                    sends,
                    sends - undelivered - elements.size(), // what was sent and is nowhere else was received
                    undelivered,
                    refused,
                    count(Side.SENDERS),
                    count(Side.RECEIVERS),
                    closure != null);
        } finally {
            unlock();
        }
    }
}
