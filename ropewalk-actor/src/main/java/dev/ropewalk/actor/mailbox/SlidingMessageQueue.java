package dev.ropewalk.actor.mailbox;

import dev.ropewalk.actor.Mailbox;
import dev.ropewalk.base.StackRoom;
import dev.ropewalk.scheduler.step.FaultKind;
import dev.ropewalk.scheduler.step.Steps;
import org.jspecify.annotations.Nullable;

/** A bounded queue that drops the oldest message when it is full. */
final class SlidingMessageQueue<M> extends MessageQueue<M> {
    private final SlidingLane lane;

    SlidingMessageQueue(MailboxOwner<M> owner, Mailbox<? super M> mailbox) {
        super(owner, mailbox);
        this.lane = new SlidingLane(mailbox.capacity());
    }

    @Override
    void send(Object sent) {
        StackRoom.require();
        Object pushedOut = lane.put(sent);
        if (pushedOut == null) {
            announce();
            return;
        }
        try {
            if (pushedOut instanceof Asked asked) {
                owner.fail(asked, full(lane.capacity()));
            }
            noteDrop();
        } finally {
            dropAllIfClosed();
        }
    }

    @Override
    boolean trySend(Object sent) {
        StackRoom.require();
        if (Steps.isStruck(FaultKind.FULL, owner) || !lane.tryPut(sent)) {
            return false;
        }
        announce();
        return true;
    }

    @Override
    @Nullable
    Object takeOrdinary() {
        return lane.take();
    }
}
