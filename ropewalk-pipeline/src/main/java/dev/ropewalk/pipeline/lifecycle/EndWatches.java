package dev.ropewalk.pipeline.lifecycle;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Those that are told when a pipeline takes no more events, because it is closed or has failed. Thread-safe. */
public final class EndWatches {
    /** Made with the first watch: most pipelines have none. */
    private @Nullable Set<Runnable> watches;

    private boolean isTold;

    /** Makes one without watches. */
    public EndWatches() {}

    /** Adds a watch, which is called once: now, if the end has been told. It must be quick, and throws nothing. */
    public void add(Runnable watch) {
        synchronized (this) {
            if (!isTold) {
                if (watches == null) {
                    watches = new LinkedHashSet<>();
                }
                boolean ignored = watches.add(watch);
                return;
            }
        }
        watch.run();
    }

    /** Removes a watch that wasn't called. */
    public synchronized void remove(Runnable watch) {
        boolean ignored = watches != null && watches.remove(watch);
    }

    /** Calls all watches. */
    public void tell() {
        List<Runnable> all;
        synchronized (this) {
            isTold = true;
            all = watches == null ? List.of() : List.copyOf(watches);
            watches = null;
        }
        all.forEach(Runnable::run);
    }
}
