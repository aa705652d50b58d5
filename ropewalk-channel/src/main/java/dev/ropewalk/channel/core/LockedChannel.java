package dev.ropewalk.channel.core;

import dev.ropewalk.base.Inventory;
import dev.ropewalk.base.StackRoom;
import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.DrainResult;
import dev.ropewalk.channel.PendingOperation;
import dev.ropewalk.channel.ReceiveResult;
import dev.ropewalk.channel.Receiver;
import dev.ropewalk.channel.SendResult;
import dev.ropewalk.channel.Sender;
import dev.ropewalk.scheduler.park.Parking;
import dev.ropewalk.scheduler.step.FaultKind;
import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.scheduler.step.Steps;
import java.time.Duration;
import java.util.Collection;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A channel: the forms of sending and receiving, on top of the steps of its {@linkplain ChannelCore core}. */
public final class LockedChannel<T> extends ChannelCore<T> implements Channel<T> {
    private static final Inventory<Channel<?>> LIVE = new Inventory<>("channel");

    /** The place among the channels of the JVM, of a channel that has been given a name. */
    private final Inventory.@Nullable Entry<Channel<?>> place;

    LockedChannel(
            int capacity,
            OverflowPolicy overflow,
            @Nullable String name,
            @Nullable Consumer<? super T> onUndelivered,
            @Nullable ChannelScope scope) {
        super(capacity, overflow, name, onUndelivered, scope);
        place = name == null ? null : LIVE.place(name, this);
    }

    /** Returns what {@link Channel#live} does. */
    public static Map<String, Channel<?>> live() {
        return LIVE.live(channel -> channel instanceof LockedChannel<?> own && own.isFinished());
    }

    /** Lists this channel if it has been given a name. */
    void list() {
        if (place != null) {
            Steps.enterUnlessSimulated(place);
        }
    }

    @Override
    void leaveIfFinished() {
        if (place != null && isFinished()) {
            place.leave();
        }
    }

    /**
     * Returns the channel of which something is an end.
     *
     * @throws IllegalArgumentException if it is an end of some other kind, such as a fake or a decorator
     */
    public static <T> LockedChannel<T> of(Receiver<T> end) {
        if (end instanceof LockedChannel<T> channel) {
            return channel;
        }
        throw foreign(end);
    }

    /** As {@link #of(Receiver)}. */
    public static <T> LockedChannel<T> of(Sender<T> end) {
        if (end instanceof LockedChannel<T> channel) {
            return channel;
        }
        throw foreign(end);
    }

    private static IllegalArgumentException foreign(Object end) {
        return new IllegalArgumentException(
                "only an end of a channel that was made by Channel, ChannelBuilder or a scope"
                        + " can be used here, but this one is of "
                        + end.getClass().getName());
    }

    // Sending

    /** Returns the outcome of a send that never waits. */
    private Object sendNow(T element) {
        StackRoom.require();
        Objects.requireNonNull(element, "element");
        Steps.before(StepKind.SEND, this);
        if (mayBeFull() && Steps.isStruck(FaultKind.FULL, this) && !hasEnded()) {
            countRefused();
            return Signal.WAIT;
        }
        Object outcome;
        lock();
        try {
            outcome = trySendLocked(element);
            if (outcome == Signal.WAIT) {
                countRefusedLocked();
            }
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
        StackRoom.require();
        Objects.requireNonNull(element, "element");
        Steps.before(StepKind.SEND, this);
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted before sending to channel " + name());
        }
        return ThreadWaiter.send(this, element, nanos);
    }

    @Override
    public void send(T element) throws InterruptedException {
        if (sendWithin(element, Parking.FOREVER) instanceof Closure closure) {
            throw closure.exception(name());
        }
    }

    @Override
    public boolean send(T element, Duration timeout) throws InterruptedException {
        Object outcome = sendWithin(element, Parking.nanos(timeout));
        if (outcome instanceof Closure closure) {
            throw closure.exception(name());
        }
        return outcome != Signal.WAIT;
    }

    @Override
    public boolean trySend(T element) {
        Object outcome = sendNow(element);
        if (outcome instanceof Closure closure) {
            throw closure.exception(name());
        }
        return outcome != Signal.WAIT;
    }

    @Override
    public SendResult sendResult(T element) throws InterruptedException {
        return Outcomes.toSendResult(sendWithin(element, Parking.FOREVER));
    }

    @Override
    public SendResult sendResult(T element, Duration timeout) throws InterruptedException {
        return Outcomes.toSendResult(sendWithin(element, Parking.nanos(timeout)));
    }

    @Override
    public SendResult trySendResult(T element) {
        return Outcomes.toSendResult(sendNow(element));
    }

    @Override
    public PendingOperation sendAsync(T element, Executor executor, Consumer<? super SendResult> callback) {
        StackRoom.require();
        Objects.requireNonNull(element, "element");
        Objects.requireNonNull(executor, "executor");
        CallbackSend waiter = new CallbackSend(this, element, executor, Objects.requireNonNull(callback, "callback"));
        Steps.before(StepKind.SEND, this);
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
        StackRoom.require();
        Steps.before(StepKind.RECEIVE, this);
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
        StackRoom.require();
        Steps.before(StepKind.RECEIVE, this);
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted before receiving from channel " + name());
        }
        return ThreadWaiter.receive(this, nanos);
    }

    @SuppressWarnings("unchecked") // only elements are sent
    private T element(Object outcome) {
        if (outcome instanceof Closure closure) {
            throw closure.exception(name());
        }
        return (T) outcome;
    }

    private Optional<T> optional(Object outcome) {
        return outcome == Signal.WAIT ? Optional.empty() : Optional.of(element(outcome));
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
        return Outcomes.toReceiveResult(receiveWithin(Parking.FOREVER));
    }

    @Override
    public ReceiveResult<T> receiveResult(Duration timeout) throws InterruptedException {
        return Outcomes.toReceiveResult(receiveWithin(Parking.nanos(timeout)));
    }

    @Override
    public ReceiveResult<T> tryReceiveResult() {
        return Outcomes.toReceiveResult(receiveNow());
    }

    @Override
    public PendingOperation receiveAsync(Executor executor, Consumer<? super ReceiveResult<T>> callback) {
        StackRoom.require();
        Objects.requireNonNull(executor, "executor");
        CallbackReceive<T> waiter = new CallbackReceive<>(this, executor, Objects.requireNonNull(callback, "callback"));
        Steps.before(StepKind.RECEIVE, this);
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
    public DrainResult drainResult(Collection<? super T> target, int most) {
        return Drain.resultInto(this, target, most);
    }

    // The end

    @Override
    public void close() {
        StackRoom.require();
        Steps.before(StepKind.CLOSE, this);
        refuseOutsider();
        end(Closure.CLOSED);
    }

    @Override
    public void fail(Throwable cause) {
        Objects.requireNonNull(cause, "cause");
        StackRoom.require();
        Steps.before(StepKind.CLOSE, this);
        refuseOutsider();
        end(new Closure(cause));
    }

    /** Fails the channel on behalf of its receiver, which ends: as {@link #fail}, but also gives up what is left if it was closed. */
    public void failWithReceiver(Throwable cause) {
        StackRoom.require();
        Steps.before(StepKind.CLOSE, this);
        refuseOutsider();
        endWithReceiver(cause);
    }

    @Override
    public boolean isClosed() {
        Steps.before(StepKind.ACCESS, this);
        return hasEnded();
    }

    @Override
    public String toString() {
        return "Channel[" + name() + "]";
    }
}
