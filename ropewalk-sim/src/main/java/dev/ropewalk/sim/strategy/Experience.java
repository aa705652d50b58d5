package dev.ropewalk.sim.strategy;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Gathers the knowledge of a campaign. Thread-safe: worlds of several threads add to it.
 *
 * <p>Why knowledge doesn't depend on the number of threads. A run knows what the first {@link #needed} runs have taught, in the
 * order of their numbers, and nothing else: what a later run has taught waits, however early that was. How many they are follows
 * from the run's number alone. All but the last quarter of the runs before are known, and all but the last 256 at most: so many
 * runs may be under way side by side, and the first four learn from each other at once. One thread follows the same rule.
 */
final class Experience {
    /** A run doesn't wait for so many runs before it. */
    static final int MAX_UNKNOWN = 256;

    private static final int UNKNOWN_PART = 4;
    private static final int FORGOTTEN_PART = 32;

    /** What runs have taught that have ended, by their numbers, and no run knows yet. */
    private final Map<Long, Consumer<Experience>> lessons = new HashMap<>();

    private long known;
    private Knowledge knowledge = Knowledge.NONE;

    synchronized Knowledge knowledge() {
        return knowledge;
    }

    /** Returns how many runs teach a run something. */
    static long needed(long run) {
        return run - Math.min(run / UNKNOWN_PART, MAX_UNKNOWN);
    }

    /**
     * Returns the knowledge that a run has. To be called in the order of the runs' numbers.
     *
     * @throws IllegalStateException if a run hasn't ended from which this one learns
     */
    synchronized Knowledge before(long run) {
        for (long needed = needed(run); known < needed; known++) {
            Consumer<Experience> lesson = lessons.remove(known);
            if (lesson == null) {
                throw new IllegalStateException("run " + run + " learns from run " + known + ", which hasn't ended");
            }
            lesson.accept(this);
        }
        return knowledge;
    }

    /** A run has ended; its lesson adds to the knowledge of later ones. */
    synchronized void end(long run, Consumer<Experience> lesson) {
        lessons.put(run, lesson);
    }

    /**
     * Notes how often a run has chosen between parties. What counts is the longest run, and less and less so when many shorter
     * ones follow: one run that polled for long must not spoil all others.
     */
    synchronized void addPicks(long picks) {
        long[] numbers = knowledge.numbers();
        numbers[0] = Math.max(picks, numbers[0] - numbers[0] / FORGOTTEN_PART);
        knowledge = Knowledge.of(numbers);
    }

    /** Notes how many steps each party has taken in a run. What counts is the last run that has told it. */
    synchronized void setSteps(long[] stepsOfParties) {
        int parties = Math.min(stepsOfParties.length, Knowledge.MAX_PARTIES);
        var numbers = new long[parties + 1];
        numbers[0] = knowledge.picks();
        System.arraycopy(stepsOfParties, 0, numbers, 1, parties);
        knowledge = Knowledge.of(numbers);
    }
}
