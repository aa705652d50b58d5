package dev.ropewalk.cluster.outbox;

import dev.ropewalk.actor.ActorFactory;
import dev.ropewalk.actor.ActorOptions;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.MessageLoss.Reason;
import dev.ropewalk.cluster.reliable.Pending;
import dev.ropewalk.cluster.reliable.ReliableSender;
import dev.ropewalk.cluster.reliable.Stamp;
import dev.ropewalk.cluster.reliable.Way;
import java.util.function.LongConsumer;
import org.jspecify.annotations.Nullable;

/** The way of a lane's messages: that to the entity, but what waits when the sender ends isn't lost, and the outbox hears what was handled. */
final class LaneWay<M> implements Way<M> {
    private final Way<M> way;
    private final LongConsumer handled;
    private final Runnable ended;
    private final String outbox;

    LaneWay(Way<M> way, LongConsumer handled, Runnable ended, String outbox) {
        this.way = way;
        this.handled = handled;
        this.ended = ended;
        this.outbox = outbox;
    }

    @Override
    public void handled(long before) {
        handled.accept(before);
    }

    @Override
    public void lost(M message, Reason reason) {
        if (reason != Reason.CLOSED) {
            way.lost(message, reason);
        }
    }

    @Override
    public String fateOfRest() {
        return "waits in " + outbox + " for its next opening";
    }

    @Override
    public ActorSystem system() {
        return way.system();
    }

    @Override
    public <N> ActorRef<N> spawn(ActorOptions<? super N> options, ActorFactory<N> factory) {
        return way.spawn(options, factory);
    }

    @Override
    public boolean isClosed() {
        return way.isClosed();
    }

    @Override
    public byte @Nullable [] encode(M message) {
        return way.encode(message);
    }

    @Override
    public byte @Nullable [] wrap(byte[] frame, int offset) {
        return way.wrap(frame, offset);
    }

    @Override
    public void send(Pending<M> message, Stamp stamp) {
        way.send(message, stamp);
    }

    @Override
    public void redelivered() {
        way.redelivered();
    }

    @Override
    public void ended(ReliableSender<?, M> sender) {
        try {
            way.ended(sender);
        } finally {
            ended.run();
        }
    }
}
