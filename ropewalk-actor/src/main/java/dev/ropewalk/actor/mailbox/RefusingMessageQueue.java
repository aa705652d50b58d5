package dev.ropewalk.actor.mailbox;

import dev.ropewalk.actor.DeadLetter;
import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.actor.OverflowPolicy;
import dev.ropewalk.base.StackRoom;
import dev.ropewalk.scheduler.step.FaultKind;
import dev.ropewalk.scheduler.step.Steps;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/** A bounded queue that, when it is full, doesn't take what is sent. */
final class RefusingMessageQueue<M> extends MessageQueue<M> {
    private final ConcurrentLinkedQueue<Object> queue = new ConcurrentLinkedQueue<>();
    private final OverflowPolicy policy;
    private final Capacity places;

    RefusingMessageQueue(MailboxOwner<M> owner, Mailbox<? super M> mailbox, OverflowPolicy policy) {
        super(owner, mailbox);
        this.policy = policy;
        this.places = new Capacity(mailbox.capacity());
    }

    @Override
    boolean trySend(Object sent) {
        StackRoom.require();
        if (Steps.isStruck(FaultKind.FULL, owner) || !places.tryTake()) {
            return false;
        }
        try {
            Steps.failIfStruck(FaultKind.ALLOCATION_FAILURE, owner);
            queue.add(sent);
        } catch (OutOfMemoryError noMemory) {
            places.giveBack();
            throw noMemory;
        }
        announce();
        return true;
    }

    @Override
    void send(Object sent) {
        if (trySend(sent)) {
            return;
        }
        if (policy == OverflowPolicy.DEAD_LETTER) {
            owner.drop(sent, DeadLetter.Reason.MAILBOX_FULL);
        } else if (policy == OverflowPolicy.FAIL) {
            throw full(places.capacity());
        } else {
            if (sent instanceof Tracked tracked) {
                tracked.dropped(full(places.capacity()));
            } else if (sent instanceof Asked asked) {
                asked.answer.completeExceptionally(full(places.capacity()));
            }
            noteDrop();
        }
    }

    @Override
    @Nullable
    Object takeOrdinary() {
        Object sent = queue.poll();
        if (sent != null) {
            places.giveBack();
        }
        return sent;
    }
}
