package dev.ropewalk.cluster.node;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What an engine tells before its start has returned it: it waits until then. */
final class EarlyEvents {
    /** Null when nothing has to wait any more. Guarded by this. */
    private @Nullable List<Runnable> waiting = new ArrayList<>();

    /** Keeps an event; returns false, and keeps nothing, if it needn't wait. */
    synchronized boolean keep(Runnable event) {
        if (waiting == null) {
            return false;
        }
        waiting.add(event);
        return true;
    }

    /** Has all take place that have waited; what comes meanwhile waits for that. */
    synchronized void end() {
        List<Runnable> told = Objects.requireNonNull(waiting);
        waiting = null;
        told.forEach(Runnable::run);
    }
}
