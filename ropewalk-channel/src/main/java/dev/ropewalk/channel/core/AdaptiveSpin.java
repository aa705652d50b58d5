package dev.ropewalk.channel.core;

import dev.ropewalk.scheduler.step.Steps;

/**
 * Whether it pays to look around for a moment before parking, learned from what came of it.
 *
 * <p>Only for threads that no scheduler of ours runs: platform threads, and virtual threads on the JDK's scheduler, which
 * spreads communicating threads over its carriers, so that a switch takes longer than an answer from the other carrier. If
 * the counterpart needs the carrier of the thread that spins, all spinning is in vain; then it is tried once in a while only.
 *
 * <p>And only without a buffer, or one for a single element. A thread that parks at a longer one gives the other side the
 * time to fill or drain it, and one switch serves many elements; threads that spin hand them over one by one.
 *
 * <p>The counters are written by several threads without care. A lost update makes one wait longer or shorter.
 */
public final class AdaptiveSpin {
    private static final int SPINS = Runtime.getRuntime().availableProcessors() > 1 ? 128 : 0;
    private static final int MAX_CREDIT = 4;
    private static final int WAITS_BETWEEN_TRIALS = 256;

    /** The most elements that a channel at which threads spin may hold. */
    static final int MAX_CAPACITY = 1;

    private int credit = 1;
    private int waits;

    /** Looks around until the thread is woken or the moment has passed, if that has paid lately. */
    static void beforePark(Wait wait) {
        AdaptiveSpin spinning = wait.spinning();
        if (spinning != null && spinning.decideToSpin()) {
            spinning.spin(wait);
        }
    }

    private boolean decideToSpin() {
        return credit > 0 || ++waits % WAITS_BETWEEN_TRIALS == 0;
    }

    private void spin(Wait wait) {
        boolean woken = wait.isWoken();
        for (int i = 0; i < SPINS && !woken; i++) {
            Steps.spin(wait);
            woken = wait.isWoken();
        }
        credit = woken ? MAX_CREDIT : Math.max(0, credit - 1);
    }
}
