package dev.ropewalk.channel;

import java.time.Duration;
import java.util.Collection;
import java.util.Iterator;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The channel: a buffer, and two queues of waiting parties, under one {@linkplain ChannelLock lock}.
 *
 * <p>All kinds differ in their capacity only, which is 0 for a rendezvous, and in what {@link Overflow} says. The steps are
 * {@link #trySendLocked} and {@link #tryReceiveLocked}; an operation takes the lock, makes a step, and if that says {@link
 * Signal#WAIT} queues its party, still under the lock.
 *
 * <p>What holds whenever the lock is free:
 * <ul>
 *   <li>if someone waits to receive, the buffer is empty, and nobody waits to send but clauses of the same select;
 *   <li>if someone waits to send, the buffer is full;
 *   <li>if the channel has ended, nobody waits to receive; if it has failed, nobody waits at all and the buffer is empty.
 * </ul>
 * A clause of a select that was decided elsewhere may still stand in a queue; it counts as nobody.
 *
 * <p>Hence the order: a receiver takes the oldest in the buffer, whose place the element of the oldest waiting sender takes in
 * the same step, and a party that comes never overtakes one that waits.
 *
 * <p>A step may end the wait of another party. It returns that party's {@link Waiter}, to be woken when the lock is free, so
 * that the lock is never held while threads or executors are told. For a receiver's step the element is then in the waiter's
 * value.
 */
final class LockedChannel<T> extends ChannelLock implements Channel<T> {
    private static final AtomicLong IDS = new AtomicLong();

    /** The place of this channel in the order in which a select takes the locks of several. */
    final long id = IDS.incrementAndGet();

    final WaiterQueue senders = new WaiterQueue();
    final WaiterQueue receivers = new WaiterQueue();

    private final int capacity;
    private final Overflow overflow;
    private final @Nullable String name;
    private final @Nullable Consumer<? super T> onUndelivered;
    private final @Nullable ProcessScope scope;

    private ElementQueue elements;
    private @Nullable Ended ended;
    private long sends;
    private long receives;
    private long undelivered;

    LockedChannel(
            int capacity,
            Overflow overflow,
            @Nullable String name,
            @Nullable Consumer<? super T> onUndelivered,
            @Nullable ProcessScope scope) {
        this.capacity = capacity;
        this.overflow = overflow;
        this.name = name;
        this.onUndelivered = onUndelivered;
        this.scope = scope;
        this.elements = new ElementQueue(capacity);
    }

    // Steps, under the lock

    /**
     * Sends an element if that is possible now.
     *
     * @return SENT, the waiting receiver that has got it, the {@link Dropped} element that made room, WAIT, or the end
     */
    Object trySendLocked(Object element) {
        Ended end = ended;
        if (end != null) {
            return end;
        }
        Waiter receiver = receivers.claimOldest();
        if (receiver != null) {
            receiver.value = element;
            sends++;
            receives++;
            return receiver;
        }
        ElementQueue buffer = elements;
        if (!buffer.isFull()) {
            buffer.add(element);
            sends++;
            return Signal.SENT;
        }
        return overflow == Overflow.WAIT ? Signal.WAIT : drop(element);
    }

    private Dropped drop(Object element) {
        sends++;
        undelivered++;
        if (overflow == Overflow.DROP_NEWEST) {
            return new Dropped(element);
        }
        Object oldest = elements.take();
        elements.add(element);
        return new Dropped(oldest);
    }

    /**
     * Receives an element if that is possible now.
     *
     * @return the element, the waiting sender that could go on, with the element in its value, WAIT, or the end
     */
    Object tryReceiveLocked() {
        ElementQueue buffer = elements;
        if (buffer.size() > 0) {
            Object oldest = buffer.take();
            receives++;
            Waiter sender = senders.claimOldest();
            if (sender == null) {
                return oldest instanceof Waiter ? new Nobody(this, oldest) : oldest;
            }
            buffer.add(Objects.requireNonNull(sender.value));
            sender.value = oldest;
            sends++;
            return sender;
        }
        Waiter sender = senders.claimOldest();
        if (sender != null) {
            sends++;
            receives++;
            return sender;
        }
        Ended end = ended;
        return end != null ? end : Signal.WAIT;
    }

    /** Queues a party that has to wait. */
    void addLocked(Waiter waiter, boolean sends) {
        if (scope != null) {
            scope.refuseOutsider(this);
        }
        (sends ? senders : receivers).add(waiter);
    }

    /** Returns whether a send could do something else than wait; a guess, made without the lock. */
    boolean maySend() {
        return ended != null || !receivers.isEmpty() || overflow != Overflow.WAIT || !elements.isFull();
    }

    /** Returns whether a receive could do something else than wait; a guess, made without the lock. */
    boolean mayReceive() {
        return elements.size() > 0 || !senders.isEmpty() || ended != null;
    }

    // What follows a step, without the lock

    /** Does what a successful step of sending has left to do. */
    void afterSend(Object outcome) {
        if (outcome instanceof Waiter receiver) {
            receiver.wake();
        } else if (outcome instanceof Dropped dropped) {
            Undelivered.hand(onUndelivered, dropped.element(), name());
        }
    }

    /** Wakes the sender that a step of receiving has let go on, if any, and returns the element. */
    static Object afterReceive(Object outcome) {
        if (outcome instanceof Waiter sender) {
            Object element = Objects.requireNonNull(sender.value);
            sender.wake();
            return element;
        }
        return outcome;
    }

    /** Removes a waiter that gives up; returns false if it has been claimed, so that it will be woken. */
    boolean withdraw(Waiter waiter) {
        lock();
        try {
            return senders.remove(waiter) || receivers.remove(waiter);
        } finally {
            unlock();
        }
    }

    boolean isQueued(Waiter waiter) {
        lock();
        try {
            return waiter.queue != null;
        } finally {
            unlock();
        }
    }

    // Sending

    /** Returns the outcome of a send that never waits. */
    private Object sendNow(T element) {
        Objects.requireNonNull(element, "element");
        Object outcome;
        lock();
        try {
            outcome = trySendLocked(element);
        } finally {
            unlock();
        }
        if (outcome != Signal.SENT) {
            afterSend(outcome);
        }
        return outcome;
    }

    /** Returns the outcome of a send that may wait: WAIT if the time was up, the end, or anything else if it was sent. */
    private Object sendWithin(T element, long nanos) throws InterruptedException {
        Objects.requireNonNull(element, "element");
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted before sending to channel " + name());
        }
        Object outcome;
        ThreadWaiter waiter = null;
        lock();
        try {
            outcome = trySendLocked(element);
            if (outcome == Signal.WAIT && nanos > 0) {
                waiter = new ThreadWaiter(this, true, element);
                addLocked(waiter, true);
            }
        } finally {
            unlock();
        }
        if (waiter != null) {
            return Parking.await(waiter, nanos) ? Objects.requireNonNull(waiter.value) : Signal.WAIT;
        }
        if (outcome != Signal.SENT) {
            afterSend(outcome);
        }
        return outcome;
    }

    @Override
    public void send(T element) throws InterruptedException {
        if (sendWithin(element, Parking.FOREVER) instanceof Ended end) {
            throw end.exception(name());
        }
    }

    @Override
    public boolean send(T element, Duration timeout) throws InterruptedException {
        Object outcome = sendWithin(element, Parking.nanos(timeout));
        if (outcome instanceof Ended end) {
            throw end.exception(name());
        }
        return outcome != Signal.WAIT;
    }

    @Override
    public boolean trySend(T element) {
        Object outcome = sendNow(element);
        if (outcome instanceof Ended end) {
            throw end.exception(name());
        }
        return outcome != Signal.WAIT;
    }

    @Override
    public SendResult sendResult(T element) throws InterruptedException {
        return toSendResult(sendWithin(element, Parking.FOREVER));
    }

    @Override
    public SendResult sendResult(T element, Duration timeout) throws InterruptedException {
        return toSendResult(sendWithin(element, Parking.nanos(timeout)));
    }

    @Override
    public SendResult trySendResult(T element) {
        return toSendResult(sendNow(element));
    }

    static SendResult toSendResult(Object outcome) {
        if (outcome instanceof Ended end) {
            return end.sendResult();
        }
        return outcome == Signal.WAIT ? SendResult.Full.INSTANCE : SendResult.Sent.INSTANCE;
    }

    @Override
    public PendingOperation sendAsync(T element, Executor executor, Consumer<? super SendResult> callback) {
        Objects.requireNonNull(element, "element");
        Objects.requireNonNull(executor, "executor");
        CallbackSend waiter = new CallbackSend(this, element, executor, Objects.requireNonNull(callback, "callback"));
        Object outcome;
        lock();
        try {
            outcome = trySendLocked(element);
            if (outcome == Signal.WAIT) {
                addLocked(waiter, true);
            }
        } finally {
            unlock();
        }
        if (outcome != Signal.WAIT) {
            afterSend(outcome);
            waiter.value = outcome;
            waiter.wake();
        }
        return waiter;
    }

    // Receiving

    /** Returns the outcome of receiving without waiting: an element, WAIT, or the end. */
    private Object receiveNow() {
        Object outcome;
        lock();
        try {
            outcome = tryReceiveLocked();
        } finally {
            unlock();
        }
        return afterReceive(outcome);
    }

    /** Returns the outcome of receiving: an element, WAIT if the time was up, or the end. */
    private Object receiveWithin(long nanos) throws InterruptedException {
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted before receiving from channel " + name());
        }
        Object outcome;
        ThreadWaiter waiter = null;
        lock();
        try {
            outcome = tryReceiveLocked();
            if (outcome == Signal.WAIT && nanos > 0) {
                waiter = new ThreadWaiter(this, false, null);
                addLocked(waiter, false);
            }
        } finally {
            unlock();
        }
        if (waiter != null) {
            return Parking.await(waiter, nanos) ? Objects.requireNonNull(waiter.value) : Signal.WAIT;
        }
        return afterReceive(outcome);
    }

    @SuppressWarnings("unchecked") // only elements are sent
    private T element(Object outcome) {
        if (outcome instanceof Ended end) {
            throw end.exception(name());
        }
        return (T) outcome;
    }

    private Optional<T> optional(Object outcome) {
        return outcome == Signal.WAIT ? Optional.empty() : Optional.of(element(outcome));
    }

    @SuppressWarnings("unchecked") // only elements are sent
    static <T> ReceiveResult<T> toReceiveResult(Object outcome) {
        if (outcome instanceof Ended end) {
            return end.receiveResult();
        }
        return outcome == Signal.WAIT ? ReceiveResult.Empty.instance() : new ReceiveResult.Received<>((T) outcome);
    }

    @Override
    public T receive() throws InterruptedException {
        return element(receiveWithin(Parking.FOREVER));
    }

    @Override
    public Optional<T> receive(Duration timeout) throws InterruptedException {
        return optional(receiveWithin(Parking.nanos(timeout)));
    }

    @Override
    public Optional<T> tryReceive() {
        return optional(receiveNow());
    }

    @Override
    public ReceiveResult<T> receiveResult() throws InterruptedException {
        return toReceiveResult(receiveWithin(Parking.FOREVER));
    }

    @Override
    public ReceiveResult<T> receiveResult(Duration timeout) throws InterruptedException {
        return toReceiveResult(receiveWithin(Parking.nanos(timeout)));
    }

    @Override
    public ReceiveResult<T> tryReceiveResult() {
        return toReceiveResult(receiveNow());
    }

    @Override
    public PendingOperation receiveAsync(Executor executor, Consumer<? super ReceiveResult<T>> callback) {
        Objects.requireNonNull(executor, "executor");
        CallbackReceive<T> waiter = new CallbackReceive<>(this, executor, Objects.requireNonNull(callback, "callback"));
        Object outcome;
        lock();
        try {
            outcome = tryReceiveLocked();
            if (outcome == Signal.WAIT) {
                addLocked(waiter, false);
            }
        } finally {
            unlock();
        }
        if (outcome != Signal.WAIT) {
            waiter.value = afterReceive(outcome);
            waiter.wake();
        }
        return waiter;
    }

    @Override
    public int drainTo(Collection<? super T> target, int most) {
        return Drain.into(this, target, most);
    }

    @Override
    public void forEach(Consumer<? super T> action) {
        Objects.requireNonNull(action, "action");
        iterator().forEachRemaining(action);
    }

    @Override
    public Iterator<T> iterator() {
        return new ReceivingIterator<>(this);
    }

    // The end

    @Override
    public void close() {
        end(Ended.CLOSED);
    }

    @Override
    public void fail(Throwable cause) {
        end(new Ended(Objects.requireNonNull(cause, "cause")));
    }

    private void end(Ended how) {
        Waiter woken;
        ElementQueue left = null;
        lock();
        try {
            if (ended != null) {
                return;
            }
            ended = how;
            woken = endAll(receivers, how, null);
            if (how.cause() != null) {
                woken = endAll(senders, how, woken);
                left = elements;
                undelivered += left.size();
                elements = new ElementQueue(capacity);
            }
        } finally {
            unlock();
        }
        wakeAll(woken);
        if (left != null) {
            handBack(left);
        }
    }

    /** Claims all who wait and links them in their order, in front of others. */
    private static @Nullable Waiter endAll(WaiterQueue waiting, Ended how, @Nullable Waiter others) {
        Waiter first = null;
        Waiter last = null;
        for (Waiter waiter = waiting.claimOldest(); waiter != null; waiter = waiting.claimOldest()) {
            waiter.value = how;
            if (last == null) {
                first = waiter;
            } else {
                last.next = waiter;
            }
            last = waiter;
        }
        if (last == null) {
            return others;
        }
        last.next = others;
        return first;
    }

    static void wakeAll(@Nullable Waiter first) {
        for (Waiter waiter = first; waiter != null; ) {
            Waiter next = waiter.next;
            waiter.next = null;
            waiter.wake();
            waiter = next;
        }
    }

    /** Gives up what is buffered, when nobody is left to receive it. */
    void abandon() {
        ElementQueue left;
        lock();
        try {
            left = elements;
            undelivered += left.size();
            elements = new ElementQueue(capacity);
        } finally {
            unlock();
        }
        handBack(left);
    }

    private void handBack(ElementQueue left) {
        while (left.size() > 0) {
            Undelivered.hand(onUndelivered, left.take(), name());
        }
    }

    /** Takes back an element from a receiver that can't be told of it, or has refused it. */
    void giveBack(Object element) {
        lock();
        try {
            receives--;
            undelivered++;
        } finally {
            unlock();
        }
        Undelivered.hand(onUndelivered, element, name());
    }

    @Override
    public boolean isClosed() {
        lock();
        try {
            return ended != null;
        } finally {
            unlock();
        }
    }

    // Looking

    @Nullable
    ProcessScope scope() {
        return scope;
    }

    @Override
    public String name() {
        return name != null ? name : "#" + id;
    }

    @Override
    public ChannelStats stats() {
        lock();
        try {
            return new ChannelStats(
                    name(),
                    elements.size(),
                    sends,
                    receives,
                    undelivered,
                    senders.count(),
                    receivers.count(),
                    ended != null);
        } finally {
            unlock();
        }
    }

    @Override
    public String toString() {
        return "Channel[" + name() + "]";
    }
}
