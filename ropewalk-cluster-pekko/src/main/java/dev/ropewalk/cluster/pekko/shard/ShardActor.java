package dev.ropewalk.cluster.pekko.shard;

import dev.ropewalk.cluster.engine.EngineListener;
import dev.ropewalk.cluster.pekko.log.EngineLogger;
import dev.ropewalk.cluster.pekko.wire.Locate;
import dev.ropewalk.cluster.pekko.wire.Located;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.UntypedAbstractActor;

/** A shard that this node owns: the only entity of a shard of Pekko's, by the same number. It lives as long as the node owns the shard. */
final class ShardActor extends UntypedAbstractActor {
    private final String type;
    private final Located here;
    private final EngineListener listener;
    private final Duration handOffTimeout;
    private final Region region;
    private final int shard;

    /** Whether it lives here; not if the node is about to leave. */
    private boolean isTenant;

    private boolean revoked;

    ShardActor(String type, Located here, EngineListener listener, Duration handOffTimeout, Region region) {
        this.type = type;
        this.here = here;
        this.listener = listener;
        this.handOffTimeout = handOffTimeout;
        this.region = region;
        shard = Integer.parseInt(getSelf().path().name());
    }

    @Override
    public void preStart() {
        isTenant = region.enter();
        if (!isTenant) {
            return;
        }
        try {
            listener.shardAssigned(type, shard);
        } catch (Throwable thrown) {
            logFailure("shardAssigned", thrown);
        }
    }

    @Override
    public void onReceive(Object message) {
        switch (message) {
            case Locate _ -> {
                if (isTenant && !revoked) {
                    getSender().tell(here, getSelf());
                }
            }
            case HandOff.BEGIN -> handOff();
            case HandOff.END -> getContext().stop(getSelf());
            default -> unhandled(message);
        }
    }

    private void handOff() {
        ActorRef self = getSelf();
        if (!isTenant) {
            getContext().stop(self);
        }
        if (!isTenant || revoked) {
            return;
        }
        getContext()
                .system()
                .scheduler()
                .scheduleOnce(handOffTimeout, self, HandOff.END, getContext().dispatcher(), self);
        revoke().whenComplete((nothing, failure) -> self.tell(HandOff.END, self));
    }

    private CompletionStage<Void> revoke() {
        revoked = true;
        try {
            return listener.shardRevoked(type, shard);
        } catch (Throwable thrown) {
            logFailure("shardRevoked", thrown);
            return new CompletableFuture<>(); // something may live here still: until the time is up
        }
    }

    /** When the node ends, nobody waits for what lives here. */
    @Override
    public void postStop() {
        if (isTenant && !revoked) {
            revoke();
        }
        if (isTenant) {
            region.exit();
        }
    }

    private void logFailure(String method, Throwable thrown) {
        EngineLogger.LOG.log(
                Level.ERROR,
                "cluster " + getContext().system().name() + ": the listener failed in " + method + " of shard " + shard
                        + " of '" + type + "'",
                thrown);
    }
}
