package dev.ropewalk.cluster.service;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.cell.Cell;
import dev.ropewalk.actor.cell.CellSystem;
import dev.ropewalk.actor.registry.CellTermination;
import dev.ropewalk.actor.registry.Termination;
import dev.ropewalk.actor.supervision.Watched;

/** Tells of the end of actors of this node. Of those of others their nodes tell, which have registered them. */
final class AnyTermination implements Termination {
    private final CellSystem system;
    private final Termination here;

    AnyTermination(CellSystem system) {
        this.system = system;
        this.here = new CellTermination(system);
    }

    private static boolean isHere(ActorRef<?> actor) {
        return Cell.behind(actor) != null;
    }

    @Override
    public void check(ActorRef<?> actor) {
        Watched<?> ignored = system.watchedBehind(actor);
    }

    @Override
    public void addListener(ActorRef<?> actor, Listener listener) {
        if (isHere(actor)) {
            here.addListener(actor, listener);
        }
    }

    @Override
    public void removeListener(ActorRef<?> actor, Listener listener) {
        if (isHere(actor)) {
            here.removeListener(actor, listener);
        }
    }
}
