package dev.ropewalk.actor.cell;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.supervision.InternalMessage;

/** Tells a watcher that an actor has stopped; sent like a message, so that it comes after all messages of that actor. */
final class StopNotice extends InternalMessage.Own {
    final ActorRef<?> stopped;

    StopNotice(ActorRef<?> stopped) {
        this.stopped = stopped;
    }
}
