package dev.ropewalk.cluster.entity;

import dev.ropewalk.base.LimitedLog;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.BooleanSupplier;

/**
 * Begins the remembered entities of a type on this node: a hundred, then a pause of 10 ms, so that many that come at once leave room for messages. The shards take turns.
 * All is called on the strand of the calls.
 */
final class Beginnings {
    private static final int BATCH = 100;
    private static final Duration PAUSE = Duration.ofMillis(10);

    private final StoreCalls calls;
    private final LimitedLog log;
    private final Queue<BooleanSupplier> shards = new ArrayDeque<>();
    private boolean isPausing;

    Beginnings(StoreCalls calls, LimitedLog log) {
        this.calls = calls;
        this.log = log;
    }

    /**
     * Begins the entities of a shard.
     *
     * @param beginNext begins one; returns false if there are no more
     */
    void add(BooleanSupplier beginNext) {
        shards.add(beginNext);
        if (!isPausing) {
            beginSome();
        }
    }

    private void beginSome() {
        isPausing = false;
        for (int i = 0; i < BATCH && !shards.isEmpty(); i++) {
            BooleanSupplier shard = shards.remove();
            if (beginNext(shard)) {
                shards.add(shard);
            }
        }
        if (!shards.isEmpty()) {
            try {
                calls.runLater(this::beginSome, PAUSE);
            } catch (OutOfMemoryError noTimer) { // or nobody would begin the rest
                calls.run(this::beginSome);
            }
            isPausing = true;
        }
    }

    /** Begins one. Code of its key may throw; the others begin all the same. */
    private boolean beginNext(BooleanSupplier shard) {
        try {
            return shard.getAsBoolean();
        } catch (RuntimeException | Error thrown) {
            log.log(Level.WARNING, () -> "a remembered entity can't begin: " + thrown, thrown);
            return true;
        }
    }
}
