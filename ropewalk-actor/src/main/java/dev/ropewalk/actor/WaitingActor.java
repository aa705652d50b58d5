package dev.ropewalk.actor;

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
