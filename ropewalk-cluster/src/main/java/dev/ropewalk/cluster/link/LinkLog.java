package dev.ropewalk.cluster.link;

import dev.ropewalk.base.LimitedLog;
import dev.ropewalk.base.SafeLog;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.codec.MalformedFrameException;
import java.lang.System.Logger.Level;

/** What a link logs: failures of others' code, limited, and the first frame that it drops. */
final class LinkLog {
    private static final SafeLog LOG = new SafeLog("dev.ropewalk.cluster", LinkLog.class);

    private final String link;
    private final LimitedLog failures;

    /** Belongs to who has the turn. */
    private boolean hasToldOfDropped;

    LinkLog(Node peer) {
        link = "the link to " + peer;
        failures = new LimitedLog(LOG, link);
    }

    /** Logs what others' code has thrown. */
    void failed(String what, Throwable thrown) {
        failures.log(Level.WARNING, () -> link + ": " + what, thrown);
    }

    /** Logs the first frame that is dropped. */
    void dropped(MalformedFrameException why) {
        if (!hasToldOfDropped) {
            hasToldOfDropped = true;
            LOG.log(
                    Level.WARNING,
                    link + ": a frame was dropped, and more of them will only be counted: " + why.getMessage());
        }
    }

    /** Logs how many failures were held back. */
    void end() {
        failures.end(Level.WARNING);
    }
}
