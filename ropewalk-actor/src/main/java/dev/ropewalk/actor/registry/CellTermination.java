package dev.ropewalk.actor.registry;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.cell.Cell;
import dev.ropewalk.actor.cell.CellSystem;
import dev.ropewalk.actor.supervision.SystemMessage;
import dev.ropewalk.actor.supervision.Watcher;

/** The termination of the actors of one system. */
public final class CellTermination implements Termination {
    /** A listener as a watcher; those of one listener are equal, so that it can be removed. */
    private record Told(Listener listener, ActorRef<?> ref) implements Watcher {
        @Override
        public void stopped(ActorRef<?> actor) {
            listener.stopped(ref);
        }
    }

    private final CellSystem system;

    public CellTermination(CellSystem system) {
        this.system = system;
    }

    @Override
    public void check(ActorRef<?> actor) {
        Cell<?> ignored = system.cellOf(actor);
    }

    @Override
    public void addListener(ActorRef<?> actor, Listener listener) {
        system.cellOf(actor).sendSystem(new SystemMessage.Watch(new Told(listener, actor)));
    }

    @Override
    public void removeListener(ActorRef<?> actor, Listener listener) {
        system.cellOf(actor).sendSystem(new SystemMessage.Unwatch(new Told(listener, actor)));
    }
}
