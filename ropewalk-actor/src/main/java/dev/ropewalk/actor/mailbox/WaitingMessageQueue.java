package dev.ropewalk.actor.mailbox;

import dev.ropewalk.actor.AskTimeoutException;
import dev.ropewalk.actor.DeadLetter;
import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.actor.SendInterruptedException;
import dev.ropewalk.actor.support.SystemServices;
import dev.ropewalk.base.Durations;
import dev.ropewalk.base.StackRoom;
import dev.ropewalk.scheduler.step.FaultKind;
import dev.ropewalk.scheduler.step.Steps;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * A bounded queue for whose room senders wait, without blocking a worker: a thread is parked, an actor is suspended after its
 * current message, and {@code tellAsync} leaves a future behind.
 *
 * <p>What waits for an actor that stops is let in, whatever the capacity, and becomes a dead letter; a timed wait is over, and
 * the message isn't sent.
 */
final class WaitingMessageQueue<M> extends MessageQueue<M> {
    private final ConcurrentLinkedQueue<Object> queue = new ConcurrentLinkedQueue<>();
    private final SystemServices system;
    private final AdmissionQueue admission;

    WaitingMessageQueue(MailboxOwner<M> owner, Mailbox<? super M> mailbox) {
        super(owner, mailbox);
        this.system = owner.system();
        this.admission = new AdmissionQueue(mailbox.capacity(), this::letIn);
    }

    /** Puts in a message for which its places were taken. */
    private void put(Object sent) {
        try {
            Steps.failIfStruck(FaultKind.ALLOCATION_FAILURE, owner);
            queue.add(sent);
        } catch (OutOfMemoryError noMemory) {
            admission.leave(Bulky.placesOf(sent));
            owner.drop(sent, DeadLetter.Reason.MAILBOX_FULL);
            throw noMemory;
        }
        announce();
    }

    /** Puts in the message of a waiter. What goes wrong isn't thrown: the caller has only made room, and goes on with that. */
    private void letIn(Object sent) {
        try {
            put(sent);
        } catch (OutOfMemoryError noMemory) {
            system.raise(noMemory);
        }
    }

    @Override
    boolean trySend(Object sent) {
        StackRoom.require();
        boolean free = !Steps.isStruck(FaultKind.FULL, owner) && admission.tryEnter(Bulky.placesOf(sent));
        if (free) {
            put(sent);
        }
        return free;
    }

    @Override
    void send(Object sent) {
        if (trySend(sent)) {
            return;
        }
        MailboxOwner<?> sender = owner.waits().caller();
        if (sender != null && !sender.waitsInThread()) {
            suspend(sender, new WaitingActor(sent, sender, owner));
        } else {
            var thread = WaitingThread.forEver(sent, sender, owner);
            join(thread);
            thread.await(admission);
        }
    }

    /** Suspends an actor until its message is in; if it can't even wait, it goes on and its message isn't sent. */
    private void suspend(MailboxOwner<?> sender, WaitingActor waiter) {
        sender.suspendForRoom();
        try {
            join(waiter);
        } catch (OutOfMemoryError noMemory) {
            if (waiter.withdraw()) {
                sender.roomFound();
            }
            throw noMemory;
        }
    }

    @Override
    boolean send(Object sent, Duration timeout) {
        if (trySend(sent)) {
            return true;
        }
        MailboxOwner<?> sender = owner.waits().caller();
        if (!timeout.isPositive() || (sender != null && !sender.waitsInThread())) {
            return false;
        }
        var thread = WaitingThread.atMost(Durations.delayNanos(timeout), sent, owner);
        admission.join(thread);
        return thread.await(admission);
    }

    @Override
    CompletableFuture<Void> sendAsync(Object sent) {
        if (trySend(sent)) {
            return CompletableFuture.completedFuture(null);
        }
        var waiter = new WaitingFuture(sent, system.completions());
        admission.join(waiter);
        return waiter.future;
    }

    @Override
    boolean sendWithin(Object sent, Duration timeout) {
        MailboxOwner<?> sender = owner.waits().caller();
        if (sender != null && !sender.waitsInThread()) {
            send(sent);
            return true;
        }
        return send(sent, timeout);
    }

    @Override
    void sendAsked(Asked asked, Duration timeout) {
        try {
            if (sendWithin(asked, timeout)) {
                return;
            }
            if (isClosed()) {
                owner.drop(asked, DeadLetter.Reason.STOPPED);
            } else {
                asked.answer.completeExceptionally(new AskTimeoutException(
                        "the mailbox of " + owner.shownPath() + " had no room for a question within " + timeout));
            }
        } catch (SendInterruptedException interrupted) {
            asked.answer.completeExceptionally(interrupted);
        }
    }

    /** Joins the line; if that closes a cycle, opens it again. */
    private void join(CapacityWaiter waiter) {
        admission.join(waiter);
        MailboxOwner<?> sender = waiter.sender;
        if (sender == null || !waiter.isWaiting()) {
            return;
        }
        List<MailboxOwner<?>> cycle = CapacityWaits.cycle(sender, owner);
        if (!cycle.isEmpty()) {
            admission.press(waiter);
            owner.waits().report(cycle);
        }
    }

    @Override
    @Nullable
    Object takeOrdinary() {
        Object sent = queue.poll();
        if (sent != null) {
            admission.leave(Bulky.placesOf(sent));
        }
        return sent;
    }

    @Override
    public boolean hasWaiters() {
        return admission.hasWaiters();
    }

    @Override
    void closing() {
        admission.open();
    }
}
