package dev.ropewalk.actor.cell;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.supervision.Special;

/** Tells a watcher that an actor has stopped; sent like a message, so that it comes after all messages of that actor. */
final class Notice extends Special.Own {
    final ActorRef<?> stopped;

    Notice(ActorRef<?> stopped) {
        this.stopped = stopped;
    }
}
