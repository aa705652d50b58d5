package dev.ropewalk.cluster.pekko.node;

import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.pekko.log.EngineLogger;
import java.lang.System.Logger.Level;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;

/** Counts the frames that were refused, and logs the first from each node. One thread at a time adds; any thread may look. */
final class Refusals {
    private static final int MAX_LOGGED = 1000;

    private final Node self;
    private final LongAdder stale = new LongAdder();
    private final LongAdder strangers = new LongAdder();
    private final Set<Node> logged = new HashSet<>();

    Refusals(Node self) {
        this.self = self;
    }

    /** A frame was for a node that had this address before. */
    void addStale(Node from) {
        stale.increment();
        log(from, "it is for an earlier node of this address");
    }

    /** A frame was from a node that is no member. */
    void addStranger(Node from) {
        strangers.increment();
        log(from, "that is no member");
    }

    private void log(Node from, String why) {
        if (logged.size() < MAX_LOGGED && logged.add(from)) {
            EngineLogger.LOG.log(Level.DEBUG, self + " refuses a frame from " + from + ": " + why);
        }
    }

    long stale() {
        return stale.sum();
    }

    long strangers() {
        return strangers.sum();
    }
}
