package dev.ropewalk.actor.mailbox;

import dev.ropewalk.actor.cell.Cell;
import dev.ropewalk.actor.supervision.Control;

/** An actor that is suspended until its message is in. */
final class WaitingActor extends Waiter {
    private final Cell<?> suspended;

    WaitingActor(Object message, Cell<?> sender, Cell<?> recipient) {
        super(message, sender, recipient);
        this.suspended = sender;
    }

    @Override
    void settled() {
        suspended.order(new Control.RoomFound());
    }
}
