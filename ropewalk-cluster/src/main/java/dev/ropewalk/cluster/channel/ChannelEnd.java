package dev.ropewalk.cluster.channel;

import dev.ropewalk.base.StackRoom;
import dev.ropewalk.channel.ReceiveResult;
import dev.ropewalk.channel.core.ForwardingSender;
import dev.ropewalk.cluster.MessageLoss;
import dev.ropewalk.cluster.MessageLoss.Reason;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.RemoteFailureException;
import dev.ropewalk.scheduler.Strand;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * The sending end of a channel on one node. For each element that there is room for, it receives from a rendezvous once, without a thread; so senders wait there as long as there is no room. What it receives is accepted, and
 * leaves in this order. All but the entry of senders belongs to the strand.
 *
 * <p>Why no sender waits for room that nobody asks for. {@code spare} is at most an overestimate of the receives that no sender has met. It becomes 0 in two ways. When the last of them has brought an element, the strand asks, always. When they are taken back,
 * the strand sets it to 0, takes them back, and then looks whether a sender has entered. A sender enters, then reads it, and leaves only after it was sent, or has given up, or has read it once more as one that waits. All these are volatile. So if the strand doesn't see the
 * sender, then the sender reads 0, and asks; or it has left before, and what it left behind in the rendezvous met a receive that could no longer be taken back. Of those that ask one does until the next grant; whoever finds that another has asked is served by that grant, or by the
 * question that follows its last use. What was received untold has used room, too: the strand asks when it finds that none is left, if a sender has entered or waits.
 *
 * <p>Why each accepted element is received, or told as a loss once. It is kept until the channel says that it was received. One of which the link says that it was lost is sent again under the same number, by which the channel restores the order. When the node of the channel is gone, those that are kept are lost; but if it has left, or this node has, only those that haven't come there. A scheduler that is closed before its cluster ends that: what is on its way then isn't told.
 * When the channel has failed there, it counts what has come and will come; this end counts what hasn't left, and what the link loses from then on.
 *
 * <p>Memory may run out at any call, and a sender's stack. A question counts only if it was put, and room only when it is offered; else the next sender, or the next step, does that. What is accepted needs no more memory to be kept.
 *
 * @param <M> the type of the elements
 */
final class ChannelEnd<M> extends ForwardingSender<M> {
    private final ChannelHost host;
    private final HomeLine line;
    private final Strand strand;
    private final long id;

    private final AtomicInteger entered = new AtomicInteger();
    private final AtomicBoolean asking = new AtomicBoolean();
    private volatile int spare;
    private volatile EndState state;

    /** Whether everything that was accepted has come, and nothing more will be. */
    private volatile boolean isSettled;

    /** Whether the link had no credit. */
    private volatile boolean isBlocked;

    // Of the strand

    private final Offers offers;
    private final SentValues unsent = new SentValues();
    private final SentValues kept = new SentValues();
    private long accepted;
    private long arrived;
    private long recalls;
    private long asks;
    private long returned;
    private long finished = -1;
    private boolean isClosing;
    private boolean isLeaving;

    /** Whether the node of the channel leaves, and takes what has come with it. */
    private boolean isHomeLeaving;

    private @Nullable Throwable failure;

    /** Why what is accepted after the end is lost; null before the end. */
    private @Nullable Reason over;

    ChannelEnd(ChannelHost host, HomeLine line, long id, String name) {
        super(name, value -> ((SentValue) value).undelivered());
        this.host = host;
        this.line = line;
        this.id = id;
        this.strand = host.scheduler().newStrand();
        this.offers = new Offers(channel(), strand, this::took);
        this.state = EndState.first(id);
    }

    /** Returns the number of the channel on its node. */
    long id() {
        return id;
    }

    Node home() {
        return line.home();
    }

    /** Returns what is told next. */
    EndState state() {
        return state;
    }

    /** Returns whether something was accepted that may not have come. */
    boolean isBusy() {
        return !isSettled;
    }

    // Senders

    private SentValue value(M element) {
        return new SentValue(this, element, line.encode(id, element));
    }

    @Override
    public Object begin(M element) {
        SentValue value = value(element);
        StackRoom.require();
        entered.incrementAndGet();
        try {
            askIfBare();
        } catch (Throwable failed) {
            entered.decrementAndGet(); // no end follows
            throw failed;
        }
        return value;
    }

    @Override
    public void end() {
        try {
            askIfBare();
        } finally {
            entered.decrementAndGet();
        }
    }

    private void askIfBare() {
        if (spare == 0 && !asking.get() && asking.compareAndSet(false, true)) {
            try {
                execute(this::ask);
            } catch (Throwable failed) {
                asking.set(false); // the next one asks
                throw failed;
            }
        }
    }

    @Override
    public void close() {
        channel().close();
        execute(this::closeNow);
    }

    @Override
    public void fail(Throwable cause) {
        Objects.requireNonNull(cause, "cause");
        if (!channel().isClosed()) {
            channel().fail(cause);
            execute(() -> failNow(cause));
        }
    }

    private void execute(Runnable task) {
        try {
            strand.execute(task);
        } catch (RejectedExecutionException closed) {
            channel().failWithReceiver(new IllegalStateException("the scheduler of " + host.self() + " is closed"));
            isSettled = true;
        }
    }

    /** Has the channel know of this end, so that it tells when it is over, though nobody may ever send. */
    void announce() {
        execute(() -> {
            if (over == null) {
                tell();
            }
        });
    }

    // What is heard

    /** The channel has told its state. */
    void heard(HomeState told) {
        execute(() -> take(told));
    }

    /** An element didn't arrive. */
    void lost(SentValue value, Reason reason) {
        try {
            strand.execute(() -> sendAgain(value, reason));
        } catch (RejectedExecutionException closed) {
            count(value, reason);
        }
    }

    /** The strand can't be told of an element that was received from a sender, for want of memory or since it is closed. */
    void undelivered(SentValue value) {
        Reason reason = Reason.FAILED;
        try {
            strand.execute(this::settle);
        } catch (RejectedExecutionException closed) {
            reason = Reason.CLOSED;
        } catch (StackOverflowError | OutOfMemoryError noRoom) {
            spare = 0; // the next sender asks, and its question has the room given back
        } finally {
            count(value, reason);
        }
    }

    /** There is credit on the link. */
    void creditGrew() {
        if (isBlocked) {
            execute(this::flush);
        }
    }

    /** This node is about to leave: nothing more is accepted. */
    void leave(Throwable cause) {
        execute(() -> {
            leaveNow(cause);
            settle();
        });
    }

    /** The channel can't be reached any more: what it may not have received is lost. */
    void gone(Throwable cause, Reason reason) {
        channel().failWithReceiver(cause);
        execute(() -> goneNow(cause, reason));
    }

    // On the strand

    private void take(HomeState told) {
        if (over != null) {
            return;
        }
        arrived = Math.max(arrived, told.arrived());
        while (kept.size() > Math.max(0, accepted - told.received())) {
            kept.remove().isDecided = true;
        }
        switch (told.mode()) {
            case OPEN -> {}
            case CLOSING -> closeHere();
            case LEAVING -> {
                isHomeLeaving = true;
                leaveNow(cause(told));
            }
            case FAILED -> {
                failed(cause(told));
                return;
            }
            case OVER -> {
                overNow(told);
                return;
            }
        }
        takeRoom(told);
        settle();
    }

    private void overNow(HomeState told) {
        over = Reason.STOPPED;
        if (told.cause() == null) {
            closeHere();
        }
        channel().failWithReceiver(cause(told)); // those that wait yet
        endNow();
    }

    private Throwable cause(HomeState told) {
        return Objects.requireNonNullElseGet(
                told.cause(), () -> new RemoteFailureException(home(), "channel " + name() + " is over"));
    }

    private void takeRoom(HomeState told) {
        if (offers.grant(told.granted())) {
            if (finished >= 0) {
                returned += offers.giveBackUnmade();
                tell();
            } else {
                offer();
            }
        }
        if (told.recalls() > recalls) {
            giveBack();
            recalls = told.recalls();
        }
    }

    /** Offers all room that was granted. What can't be offered is when somebody asks next. */
    private void offer() {
        try {
            offers.make();
        } finally {
            spare = offers.size();
            asking.set(false);
        }
    }

    private void giveBack() {
        spare = 0; // before they are taken back, and before it is seen who has entered
        returned += offers.takeBack();
        if (entered.get() > 0) {
            asking.set(true);
            ask();
        } else {
            tell();
        }
    }

    /** Gives back the room of what was received untold, or is over untold. Senders may wait that have seen that room. */
    private void returnUntold() {
        int untold = offers.forgetUntold();
        if (untold == 0) {
            return;
        }
        returned += untold;
        spare = offers.size(); // before it is seen who has entered, and who waits
        if (offers.isEmpty() && mayAnySend() && asking.compareAndSet(false, true)) {
            ask();
        } else {
            tell();
        }
    }

    private boolean mayAnySend() {
        return entered.get() > 0 || channel().stats().waitingSenders() > 0;
    }

    /** Asks for room, unless there is some that couldn't be offered. Whoever calls this has noted that somebody asks. */
    private void ask() {
        if (over != null || finished >= 0) {
            return;
        }
        try {
            if (offers.areUnmade()) {
                offer();
            } else {
                returned += offers.forgetUntold();
                asks++;
                tell();
            }
        } catch (Throwable failed) {
            asking.set(false); // the next one asks
            throw failed;
        }
    }

    private void tell() {
        state = new EndState(id, asks, returned, finished, isClosing, failure);
        line.tell(this);
    }

    private void took(ReceiveResult<Object> result) {
        spare = offers.size();
        try {
            if (result instanceof ReceiveResult.Received<Object>(Object element)) {
                acceptAndAsk((SentValue) element);
            } else {
                returned++;
                tell();
            }
        } finally {
            settle();
        }
    }

    private void acceptAndAsk(SentValue value) {
        try {
            accept(value);
        } finally {
            if (offers.areFew() && asking.compareAndSet(false, true)) {
                ask();
            }
        }
    }

    private void accept(SentValue value) {
        if (over != null) {
            count(value, over);
            return;
        }
        value.number = accepted;
        accepted++;
        kept.add(value.inKept);
        unsent.add(value.inUnsent);
        flush();
    }

    private void flush() {
        while (over == null && !unsent.isEmpty()) {
            SentValue next = unsent.peek();
            if (!line.trySend(next)) {
                isBlocked = true;
                if (!line.trySend(next)) {
                    return;
                }
            }
            isBlocked = false;
            SentValue ignored = unsent.remove();
        }
    }

    private void sendAgain(SentValue value, Reason reason) {
        if (over != null) {
            count(value, reason);
        } else if (!value.isDecided) {
            unsent.add(value.inUnsent);
            flush();
        }
    }

    private void count(SentValue value, Reason reason) {
        if (!value.isDecided) {
            value.isDecided = true;
            host.lost(new MessageLoss(
                    Optional.of(home()), home() + "/channel/" + name(), Optional.of(value.element), reason));
        }
    }

    // The end

    private void closeNow() {
        if (!isClosing && over == null) {
            closeHere();
            tell();
            settle();
        }
    }

    private void closeHere() {
        if (!isClosing) {
            isClosing = true;
            channel().close();
        }
    }

    private void failNow(Throwable cause) {
        if (failure == null && over == null) {
            failure = cause;
            tell();
        }
    }

    private void leaveNow(Throwable cause) {
        if (!isLeaving && over == null) {
            isLeaving = true;
            channel().failWithReceiver(cause);
        }
    }

    /** Nothing was accepted that wasn't received, and nothing will be: looked for after every step. */
    private void settle() {
        if (over != null) {
            return;
        }
        returnUntold();
        if (!isBlocked) {
            flush(); // what couldn't be sent for want of memory
        }
        if (finished < 0 && (isClosing || isLeaving) && offers.isEmpty()) {
            if (isLeaving || channel().stats().waitingSenders() == 0) {
                finished = accepted;
                returned += offers.giveBackUnmade();
                tell();
            } else if (asking.compareAndSet(false, true)) {
                ask();
            }
        }
        if (finished >= 0 && arrived >= finished && !isSettled) {
            isSettled = true;
            host.idle();
        }
    }

    private void failed(Throwable cause) {
        if (over != null) {
            return;
        }
        over = Reason.STOPPED;
        channel().failWithReceiver(cause);
        unsent.forEach(value -> count(value, Reason.STOPPED));
        endNow();
    }

    private void goneNow(Throwable cause, Reason reason) {
        if (over != null) {
            return;
        }
        over = reason;
        channel().failWithReceiver(cause);
        long safe = isHomeLeaving || reason == Reason.CLOSED ? arrived : 0;
        kept.forEach(value -> {
            if (value.number < safe) {
                value.isDecided = true;
            } else {
                count(value, reason);
            }
        });
        endNow();
    }

    private void endNow() {
        unsent.clear();
        kept.clear();
        isSettled = true;
        line.forget(this);
        host.idle();
    }

    @Override
    public String toString() {
        return "Sender[" + name() + " at " + home() + "]";
    }
}
