package dev.ropewalk.cluster.pekko.shard;

import dev.ropewalk.cluster.pekko.log.EngineLogger;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import org.apache.pekko.actor.ActorRef;
import org.jspecify.annotations.Nullable;

/** The regions of this node, each made once. One that Pekko fails to make is tried again until the node ends. Thread-safe. */
final class Regions {
    private final String cluster;
    private final Duration pause;
    private final Maker maker;

    /** Pekko waits while it makes a region, so a thread of its own does that. If the node ends meanwhile, it is interrupted. */
    private final ExecutorService starter;

    private final ConcurrentHashMap<String, Region> byType = new ConcurrentHashMap<>();
    private volatile boolean leaving;

    /** Has Pekko make a region, and waits for that. A call after one that failed may find what that has made. */
    interface Maker {
        ActorRef make(String type, Region region);
    }

    /**
     * Has none yet.
     *
     * @param pause between a failure and the next try, longer than a node takes to end
     */
    Regions(String cluster, Duration pause, Maker maker) {
        this.cluster = cluster;
        this.pause = pause;
        this.maker = maker;
        starter = Executors.newThreadPerTaskExecutor(
                Thread.ofVirtual().name(cluster + "-pekko-host").factory());
    }

    /** Begins a region, unless there is one. */
    void begin(String type) {
        Region region = byType.computeIfAbsent(type, this::start);
        if (leaving) {
            region.leave();
        }
    }

    private Region start(String type) {
        var region = new Region();
        try {
            starter.execute(() -> make(type, region));
        } catch (RejectedExecutionException ended) {
            region.failed(ended);
        }
        return region;
    }

    /** Returns the region of a type; null if none has begun. */
    @Nullable
    Region of(String type) {
        return byType.get(type);
    }

    /** Returns how many shards of each type live on this node. */
    Map<String, Integer> shards() {
        Map<String, Integer> shards = new HashMap<>();
        byType.forEach((type, region) -> shards.put(type, region.shards()));
        return shards;
    }

    /** The node leaves: each region ends as soon as it has no shards. */
    void leave() {
        leaving = true;
        byType.values().forEach(Region::leave);
    }

    /** The node has ended. */
    void end() {
        var ignored = starter.shutdownNow();
    }

    private void make(String type, Region region) {
        while (!region.ref().isDone()) {
            try {
                region.ref().complete(maker.make(type, region));
            } catch (Throwable thrown) {
                region.failed(thrown);
                if (!mayTryAgain(type, thrown)) {
                    return;
                }
            }
        }
    }

    private boolean mayTryAgain(String type, Throwable thrown) {
        try {
            if (!rest()) {
                return false;
            }
            EngineLogger.LOG.log(
                    Level.ERROR,
                    () -> "cluster " + cluster + ": Pekko couldn't make a region of '" + type + "', and is asked again",
                    thrown);
        } catch (Throwable noMemory) { // to wait, or to tell: users were told that it is tried again
            return !starter.isShutdown();
        }
        return true;
    }

    /** Returns false if the node ends: that explains the failure. */
    private boolean rest() {
        try {
            Thread.sleep(pause);
            return !starter.isShutdown();
        } catch (InterruptedException ended) {
            return false;
        }
    }
}
