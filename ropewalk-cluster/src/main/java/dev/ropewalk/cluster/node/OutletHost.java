package dev.ropewalk.cluster.node;

import dev.ropewalk.actor.ActorGroup;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.MessageLoss.Reason;
import dev.ropewalk.scheduler.Timer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The node as its outlets see it. */
interface OutletHost {
    ActorSystem system();

    /** Returns the parent of the outlets' actors. */
    ActorGroup outlets();

    Encoders encoders();

    /** Returns how long messages wait that can't leave. */
    Duration patience();

    /** Returns whether everything that comes is lost. */
    boolean isClosed();

    /** Makes a loss of a message that comes when this node is closed; returns true. */
    boolean refuse(Outgoing message);

    /** Tells of a message that won't be handled. */
    void lost(Outgoing message, Reason reason);

    /** Runs something later; never, and returns null, if the scheduler is closed by then. */
    @Nullable
    Timer later(Runnable task, Duration delay);
}
