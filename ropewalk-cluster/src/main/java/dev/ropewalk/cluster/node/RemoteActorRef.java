package dev.ropewalk.cluster.node;

import dev.ropewalk.cluster.Node;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** The ref of an actor of another node, which that node knows by a number. */
final class RemoteActorRef<M> extends OutletRef<M> {
    final Node home;
    final long id;
    private final Peer peer;
    final String pathThere;
    private final byte[] head;

    RemoteActorRef(OutletHost host, Peer peer, long id, String path) {
        super(host);
        this.peer = peer;
        this.home = peer.node();
        this.id = id;
        this.pathThere = path;
        this.head = Envelope.toActor(id);
    }

    @Override
    Outlet outlet() {
        return peer.actors();
    }

    @Override
    Outgoing outgoing(M message, @Nullable CompletableFuture<?> answer) {
        return new Outgoing(path(), message, null, host.encoders().encode(head, message), answer);
    }

    @Override
    public String path() {
        return home + pathThere;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof RemoteActorRef<?> ref && ref.id == id && ref.home.equals(home);
    }

    @Override
    public int hashCode() {
        return 31 * home.hashCode() + Long.hashCode(id);
    }
}
