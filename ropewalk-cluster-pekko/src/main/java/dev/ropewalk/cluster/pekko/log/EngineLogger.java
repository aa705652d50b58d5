package dev.ropewalk.cluster.pekko.log;

import dev.ropewalk.base.RateLimit;
import dev.ropewalk.base.SafeLog;
import java.lang.System.Logger.Level;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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

    /** What Pekko warns of when nodes come, go and don't answer: of that there are lines of our own, or it is normal. */
    private static final List<String> CHATTER = List.of(
            "StreamTcpException", // the end of a connection; of other failures, such as a certificate that isn't
            // accepted, somebody should know
            "HandshakeTimeoutException", // a seed isn't there yet; a node that joins says what it has found
            "Couldn't join seed nodes",
            "heartbeat interval is growing too large",
            "Scheduled sending of heartbeat was delayed",
            "Marking node as",
            "Marking node(s) as",
            "SBR took decision",
            "is now quarantined",
            "quarantined",
            "unknown compression table version",
            "is joining again",
            "New incarnation of existing member");

    /** The actor that talks to other nodes before they are members. */
    public static final String JOINER = "ropewalk-join";

    private static final int MAX_STRANGERS = 1000;

    private final Set<WrongAddress> strangers = new HashSet<>();
    private final RateLimit limit = new RateLimit(System.nanoTime());

    @Override
    public void onReceive(Object message) {
        switch (message) {
            case Logging.Error error -> log(hasEnded() ? Level.DEBUG : Level.ERROR, error, error.cause());
            case Logging.Warning warning -> warn(warning);
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

    private void warn(Logging.Warning warning) {
        String text = String.valueOf(warning.message());
        Optional<WrongAddress> wrong = WrongAddress.in(text);
        if (wrong.isPresent()) {
            meet(wrong.get());
        }
        boolean isNoise = hasEnded() || wrong.isPresent() || warning.logSource().contains(SHARDS) || isChatter(text);
        log(isNoise ? Level.DEBUG : Level.WARNING, warning, null);
    }

    /** Whether a warning of Pekko's tells nothing that this module doesn't, or nothing that is wrong. */
    static boolean isChatter(String text) {
        return CHATTER.stream().anyMatch(text::contains);
    }

    /** Says so, and has the other node told. */
    private void meet(WrongAddress wrong) {
        ActorSystem system = getContext().system();
        if (strangers.size() < MAX_STRANGERS && strangers.add(wrong)) {
            LOG.log(
                    Level.WARNING,
                    "cluster " + system.name() + ": " + wrong.from() + " has this node as " + wrong.asked()
                            + " among its seeds, and this node is "
                            + Cluster.get(system).selfAddress()
                            + ": it is told so, and can't join");
        }
        system.actorSelection("/user/" + JOINER).tell(wrong, getSelf());
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
