package dev.ropewalk.actor.mailbox;

import dev.ropewalk.actor.supervision.ActorLife;
import dev.ropewalk.actor.supervision.SystemMessage;

/** An actor that is suspended until its message is in. */
final class WaitingActor extends CapacityWaiter {
    private final MailboxOwner<?> suspended;

    WaitingActor(Object message, MailboxOwner<?> sender, MailboxOwner<?> recipient) {
        super(message, sender, recipient);
        this.suspended = sender;
    }

    @Override
    void settled() {
        suspended.sendSystem(new RoomFound());
    }

    /** There was room for a message that this actor had sent. */
    private final class RoomFound extends SystemMessage {
        @Override
        public void apply(ActorLife<?> actor) {
            suspended.roomFound();
        }
    }
}
