package dev.ropewalk.pipeline.lifecycle;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Those that are told when a pipeline takes no more events, because it is closed or has failed. Thread-safe. */
public final class EndWatches {
    private final Set<Runnable> watches = new LinkedHashSet<>();
    private boolean isTold;

    /** Makes one without watches. */
    public EndWatches() {}

    /** Adds a watch, which is called once: now, if the end has been told. It must be quick, and throws nothing. */
    public void add(Runnable watch) {
        synchronized (this) {
            if (!isTold) {
                boolean ignored = watches.add(watch);
                return;
            }
        }
        watch.run();
    }

    /** Removes a watch that wasn't called. */
    public synchronized void remove(Runnable watch) {
        boolean ignored = watches.remove(watch);
    }

    /** Calls all watches. */
    public void tell() {
        List<Runnable> all;
        synchronized (this) {
            isTold = true;
            all = List.copyOf(watches);
            watches.clear();
        }
        all.forEach(Runnable::run);
    }
}
