package dev.ropewalk.actor.cell;

import dev.ropewalk.actor.mailbox.Special;

/** Tells a watcher that an actor has stopped; sent like a message, so that it comes after all messages of that actor. */
final class Notice extends Special.Own {
    final Cell<?> stopped;

    Notice(Cell<?> stopped) {
        this.stopped = stopped;
    }
}
