package dev.ropewalk.cluster.node;

import dev.ropewalk.actor.cell.CellSystem;
import dev.ropewalk.actor.supervision.Watched;
import dev.ropewalk.actor.supervision.Watcher;
import dev.ropewalk.cluster.MessageLoss.Reason;
import dev.ropewalk.cluster.Node;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The ref of an actor of another node, which that node knows by a number; or of one that has gone, with its node or here.
 *
 * @param <M> the type of the messages
 */
final class RemoteActorRef<M> extends OutletRef<M> implements Watched<M> {
    final Node home;
    final long id;

    /** The node; null if the actor isn't there any more. */
    private final @Nullable Peer peer;

    /** Why messages are lost then. */
    private final Reason whyGone;

    final String pathThere;
    private final byte[] head;

    private RemoteActorRef(OutletHost host, Node home, @Nullable Peer peer, Reason whyGone, long id, String path) {
        super(host);
        this.home = home;
        this.peer = peer;
        this.whyGone = whyGone;
        this.id = id;
        this.pathThere = path;
        this.head = Envelope.toActor(id);
    }

    RemoteActorRef(OutletHost host, Peer peer, long id, String path) {
        this(host, peer.node(), peer, Reason.NODE_GONE, id, path);
    }

    /** Returns the ref of an actor that isn't there any more. */
    static RemoteActorRef<?> gone(OutletHost host, Node home, Reason why, long id, String path) {
        return new RemoteActorRef<>(host, home, null, why, id, path);
    }

    @Override
    Outlet outlet() {
        return Objects.requireNonNull(peer).actors();
    }

    @Override
    Outgoing outgoing(M message, @Nullable CompletableFuture<?> answer) {
        return new Outgoing(path(), message, null, encoded(head, message, answer), answer);
    }

    @Override
    boolean isGone() {
        return peer == null;
    }

    @Override
    void refuse(Outgoing message) {
        if (host.isClosing()) {
            host.lost(message, Reason.CLOSED);
        } else {
            host.lost(message, whyGone, Optional.of(home));
        }
    }

    // Watching

    @Override
    public void beginWatch(Watcher watcher) {
        if (pathThere.isEmpty()) {
            throw new IllegalArgumentException(this + " is where an answer is sent to: it can't be watched");
        } else if (peer == null) {
            watcher.stopped(this);
        } else {
            peer.beginWatch(this, watcher);
        }
    }

    @Override
    public void endWatch(Watcher watcher) {
        if (peer != null) {
            peer.endWatch(this, watcher);
        }
    }

    @Override
    public boolean isStopped() {
        return peer == null || peer.isGone();
    }

    @Override
    public CellSystem system() {
        return (CellSystem) host.system();
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
