package dev.ropewalk.cluster.pekko.node;

import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.engine.EngineListener;
import dev.ropewalk.cluster.pekko.log.EngineLogger;
import dev.ropewalk.cluster.pekko.wire.Frame;
import java.lang.System.Logger.Level;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.UntypedAbstractActor;
import org.jspecify.annotations.Nullable;

/** Gives the frames that arrive to the listener, but for those that are for a node before this one, or aren't from a member. */
final class FramesActor extends UntypedAbstractActor {
    private final Node self;
    private final Peers peers;
    private final Refusals refusals;
    private final EngineListener listener;

    /** The sender of the frame before: most often that of the next one. */
    private @Nullable ActorRef lastSender;

    private @Nullable Node lastNode;

    FramesActor(Node self, Peers peers, Refusals refusals, EngineListener listener) {
        this.self = self;
        this.peers = peers;
        this.refusals = refusals;
        this.listener = listener;
    }

    @Override
    public void onReceive(Object message) {
        if (message instanceof Frame frame) {
            receive(frame);
        } else {
            unhandled(message);
        }
    }

    private void receive(Frame frame) {
        Node from = sender(frame);
        if (frame.to() != self.incarnation()) {
            refusals.addStale(from);
        } else if (!peers.isMember(from)) {
            refusals.addStranger(from);
        } else {
            try {
                listener.received(from, frame.bytes());
            } catch (Throwable thrown) {
                EngineLogger.LOG.log(
                        Level.ERROR,
                        "cluster " + getContext().system().name() + ": the listener failed at a frame from " + from,
                        thrown);
            }
        }
    }

    private Node sender(Frame frame) {
        ActorRef sender = getSender();
        Node last = lastNode;
        if (last != null && sender.equals(lastSender) && last.incarnation() == frame.from()) {
            return last;
        }
        Node node = peers.node(sender.path().address(), frame.from());
        lastSender = sender;
        lastNode = node;
        return node;
    }
}
