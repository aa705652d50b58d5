package dev.ropewalk.cluster.service;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.actor.ServiceKey;
import dev.ropewalk.actor.cell.Cell;
import dev.ropewalk.actor.cell.CellSystem;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.cluster.link.Link;
import dev.ropewalk.cluster.link.News;
import java.util.Comparator;
import java.util.Objects;
import java.util.function.ToLongFunction;

/**
 * The receptionist of a node of many. What this node registers is kept twice: in what is known here, of all nodes, for those who look; and in the roster that other nodes are told. The thread that changes the roster looks again
 * when it has changed what is known here, so that both end up the same.
 */
public final class ClusterServices extends Reception {
    private final CodecRegistry codecs;
    private final ToLongFunction<ActorRef<?>> numbers;

    /** The registrations of this node, each with the one actor that it is of. */
    private final Roster<Registration> own;

    /**
     * @param numbers finds the numbers by which other nodes know actors of this one
     */
    public ClusterServices(ActorSystem system, CodecRegistry codecs, ToLongFunction<ActorRef<?>> numbers) {
        super(system, new AnyTermination((CellSystem) system));
        this.codecs = codecs;
        this.numbers = numbers;
        this.own = new Roster<>(
                this.system,
                Comparator.comparingLong(Registration::id)
                        .thenComparing(registration -> registration.key().name()),
                this::write);
    }

    @Override
    public <M> void register(ServiceKey<M> key, ActorRef<M> actor) {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(actor, "actor");
        ServiceRecords.check(key, codecs, "service");
        ServiceRecords.checkPath(actor.path());
        var ignored = system.cellOf(actor);
        var registration = new Registration(key, actor, numbers.applyAsLong(actor));
        own.add(registration, actor);
        settle(registration, key, actor);
    }

    @Override
    public <M> void deregister(ServiceKey<M> key, ActorRef<M> actor) {
        Objects.requireNonNull(key, "key");
        Objects.requireNonNull(actor, "actor");
        Cell<?> cell = Cell.behind(actor);
        if (cell != null && cell.system().equals(system)) { // those of other nodes are registered there
            var registration = new Registration(key, actor, numbers.applyAsLong(actor));
            own.remove(registration, actor);
            settle(registration, key, actor);
        }
    }

    /** Has those who look here find what is so. */
    private <M> void settle(Registration registration, ServiceKey<M> key, ActorRef<M> actor) {
        boolean isThere;
        do {
            isThere = own.hasMembers(registration);
            if (isThere) {
                known().register(key, actor);
            } else {
                known().deregister(key, actor);
            }
        } while (isThere != own.hasMembers(registration));
    }

    private byte[] write(Registration registration) {
        return own.isOpen(registration)
                ? ServiceRecords.registered(
                        registration.key(),
                        registration.id(),
                        registration.actor().path())
                : ServiceRecords.deregistered(registration.key(), registration.id());
    }

    /** This node leaves: nobody on others is to find its actors any more. */
    public void leave() {
        own.leave();
    }

    /**
     * Begins to tell a node what is registered here, and to hear what is registered there.
     *
     * @param kind of the records
     * @param refs makes refs of actors there
     */
    public PeerServices open(Link link, byte kind, PeerServices.Refs refs) {
        News<Registration> news = own.open(link, kind);
        return new PeerServices(known(), codecs, refs, () -> own.close(news));
    }
}
