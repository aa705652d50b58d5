package dev.ropewalk.pipeline.stage;

/**
 * A short spin between two looks for events, for a thread that keeps up with producers on other CPUs. Each of its looks takes
 * the cache line away that a producer is writing. If it waits a little before it looks again, producers write a run of events
 * meanwhile, and both sides transfer a line for many events instead of one for each.
 *
 * <p>It is long where events come in crowds, and as good as none where they come one by one.
 */
final class CatchUpPause {
    private static final int MAX_SPINS = 64;

    /** So many spins must have been worth an event. */
    private static final int SPINS_PER_EVENT = 4;

    private int spins = 1;

    /** Waits before the next look. */
    void await() {
        for (int spin = 0; spin < spins; spin++) {
            Thread.onSpinWait();
        }
    }

    /** Adapts to how many events the look after the last pause has found. */
    void found(long events) {
        spins = events * SPINS_PER_EVENT >= spins ? Math.min(MAX_SPINS, spins * 2) : Math.max(1, spins / 2);
    }
}
