package dev.ropewalk.cluster.pekko.log;

import dev.ropewalk.base.RateLimit;
import dev.ropewalk.base.SafeLog;
import java.lang.System.Logger.Level;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.UntypedAbstractActor;
import org.apache.pekko.cluster.Cluster;
import org.apache.pekko.dispatch.RequiresMessageQueue;
import org.apache.pekko.event.LoggerMessageQueueSemantics;
import org.apache.pekko.event.Logging;
import org.jspecify.annotations.Nullable;
import scala.util.control.NoStackTrace;

/** Writes what Pekko logs to the log of this module. Pekko makes one for each actor system. */
public final class EngineLogger extends UntypedAbstractActor
        implements RequiresMessageQueue<LoggerMessageQueueSemantics> {
    /** The log of this module. */
    public static final SafeLog LOG = new SafeLog("dev.ropewalk.cluster.pekko", EngineLogger.class);

    /** Where shards are: what they warn of is normal when nodes come and go, and who asks for one is told. */
    private static final String SHARDS = "/system/sharding/";

    /** A connection that ends, or that nobody takes. Of other failures of a connection, such as a certificate that isn't accepted, somebody should know. */
    private static final String END_OF_CONNECTION = "StreamTcpException";

    private final RateLimit limit = new RateLimit(System.nanoTime());

    @Override
    public void onReceive(Object message) {
        switch (message) {
            case Logging.Error error -> log(hasEnded() ? Level.DEBUG : Level.ERROR, error, error.cause());
            case Logging.Warning warning ->
                log(hasEnded() || isChatty(warning) ? Level.DEBUG : Level.WARNING, warning, null);
            case Logging.Info info -> log(Level.INFO, info, null);
            case Logging.Debug debug -> log(Level.DEBUG, debug, null);
            case Logging.InitializeLogger _ -> getSender().tell(Logging.loggerInitialized(), getSelf());
            default -> unhandled(message);
        }
    }

    /** Parts of Pekko that outlive its cluster for a moment complain of that. */
    private boolean hasEnded() {
        ActorSystem system = getContext().system();
        return system.hasExtension(Cluster.lookup()) && Cluster.get(system).isTerminated();
    }

    private static boolean isChatty(Logging.LogEvent event) {
        return event.logSource().contains(SHARDS) || event.message().toString().contains(END_OF_CONNECTION);
    }

    private void log(Level level, Logging.LogEvent event, @Nullable Throwable cause) {
        if (!LOG.isLoggable(level)) {
            return;
        }
        long heldBack = limit.tryPass(System.nanoTime());
        if (heldBack != RateLimit.HELD_BACK) {
            LOG.log(
                    level,
                    "cluster " + getContext().system().name() + ": " + event.message() + " (" + event.logSource() + ")"
                            + (heldBack == 0 ? "" : " (" + heldBack + " more lines were held back)"),
                    cause instanceof NoStackTrace ? null : cause);
        }
    }
}
