package dev.ropewalk.cluster.service;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.ServiceKey;
import dev.ropewalk.actor.cell.CellSystem;
import dev.ropewalk.actor.registry.CellTermination;
import dev.ropewalk.actor.registry.ServiceRegistry;
import dev.ropewalk.actor.registry.Termination;
import dev.ropewalk.base.LimitedLog;
import dev.ropewalk.base.SafeLog;
import dev.ropewalk.cluster.ClusterReceptionist;
import java.util.Objects;
import java.util.Set;

/** The registrations that one node knows: those of this process alone, in a local cluster. */
public class Reception implements ClusterReceptionist {
    private static final SafeLog LOG = new SafeLog("dev.ropewalk.cluster", Reception.class);

    final CellSystem system;
    private final ServiceRegistry known;

    /** Makes one of a local cluster. */
    public Reception(ActorSystem system) {
        this(system, new CellTermination((CellSystem) system));
    }

    Reception(ActorSystem system, Termination termination) {
        this.system = (CellSystem) system;
        this.known = new ServiceRegistry(
                termination,
                this.system::runAside,
                new LimitedLog(
                        LOG, "the receptionist of the cluster of " + system.name(), system.scheduler()::nanoTime));
    }

    /** Returns all that is known here. */
    final ServiceRegistry known() {
        return known;
    }

    @Override
    public <M> void register(ServiceKey<M> key, ActorRef<M> actor) {
        known.register(key, actor);
    }

    @Override
    public <M> void deregister(ServiceKey<M> key, ActorRef<M> actor) {
        known.deregister(key, actor);
    }

    @Override
    public final <M> Set<ActorRef<M>> find(ServiceKey<M> key) {
        return known.find(key);
    }

    @Override
    public final <M> void subscribe(ServiceKey<M> key, ActorRef<? super Listing<M>> subscriber) {
        Objects.requireNonNull(key, "key");
        var ignored = system.cellOf(Objects.requireNonNull(subscriber, "subscriber"));
        known.subscribe(key, subscriber);
    }

    @Override
    public final <M> void unsubscribe(ServiceKey<M> key, ActorRef<? super Listing<M>> subscriber) {
        known.unsubscribe(key, subscriber);
    }
}
