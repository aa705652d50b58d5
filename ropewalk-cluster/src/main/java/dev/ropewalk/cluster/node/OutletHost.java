package dev.ropewalk.cluster.node;

import dev.ropewalk.actor.ActorGroup;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.MessageLoss.Reason;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.scheduler.Timer;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The node as its outlets see it. */
interface OutletHost {
    ActorSystem system();

    /** Returns the parent of the outlets' actors. */
    ActorGroup outlets();

    Encoders encoders();

    Questions questions();

    /** Returns how long messages wait that can't leave. */
    Duration patience();

    /** Returns whether what senders bring is refused: it is lost. */
    boolean isClosing();

    /** Returns whether everything is lost, also what has come before. */
    boolean isClosed();

    /** Nothing is on its way to some outlet any more. */
    void idle();

    /** Tells of a message that won't be handled, whoever waits for its answer too. */
    default void lost(Outgoing message, Reason reason) {
        lost(message, reason, Optional.empty());
    }

    /** As {@link #lost(Outgoing, Reason)}, of a message to another node. */
    void lost(Outgoing message, Reason reason, Optional<Node> peer);

    /** Runs something later; never, and returns null, if the scheduler is closed by then. */
    @Nullable
    Timer later(Runnable task, Duration delay);
}
