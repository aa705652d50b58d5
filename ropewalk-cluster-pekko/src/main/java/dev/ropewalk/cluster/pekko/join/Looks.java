package dev.ropewalk.cluster.pekko.join;

import dev.ropewalk.cluster.pekko.log.EngineLogger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Looks for the seeds, by a thread for each look, and says in the log when that hasn't worked for long. */
final class Looks {
    /** Several times as long as the pause between two looks of a member. */
    private static final long LONG_NANOS = Duration.ofMinutes(1).toNanos();

    private final String name;
    private final Seeds seeds;
    private final SeedList list;
    private final Consumer<Lookup> listener;
    private @Nullable Thread thread;
    private long goodAt;
    private boolean isTold;

    /**
     * Makes it.
     *
     * @param name of its threads
     * @param listener is told what a look has found, by the thread of the look
     */
    Looks(String name, Seeds seeds, SeedList list, Consumer<Lookup> listener, long now) {
        this.name = name;
        this.seeds = seeds;
        this.list = list;
        this.listener = listener;
        goodAt = now;
    }

    /** Begins a look if it is time for one. */
    void tick(long now, boolean isMember) {
        if (list.isDue(now, isMember)) {
            list.beginLook(now);
            thread = Thread.ofPlatform().daemon().name(name).start(() -> listener.accept(Lookup.of(seeds, now)));
        }
        String trouble = list.trouble(now);
        if (!isTold && now - goodAt > LONG_NANOS && !trouble.isEmpty()) {
            isTold = true;
            EngineLogger.LOG.log(
                    Level.WARNING,
                    "this node hasn't found its seeds for "
                            + Duration.ofNanos(now - goodAt).toSeconds() + " s. " + trouble);
        }
    }

    /** A look is over. Returns whether other addresses are to be asked from now on. */
    boolean ended(Lookup lookup, long now) {
        if (lookup.failure().isEmpty()) {
            goodAt = lookup.began();
            if (isTold) {
                isTold = false;
                EngineLogger.LOG.log(Level.INFO, "this node finds its seeds again");
            }
        }
        return list.looked(lookup, now);
    }

    /** Nobody waits for a look any more. */
    void stop() {
        if (thread != null) {
            thread.interrupt();
        }
    }
}
