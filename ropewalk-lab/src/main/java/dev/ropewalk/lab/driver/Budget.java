package dev.ropewalk.lab.driver;

import dev.ropewalk.lab.experiment.Size;
import java.time.Duration;

/**
 * What a run may take.
 *
 * @param total for the whole experiment; no cell is begun after that, unless the size is full
 * @param minRounds how many samples a cell has in its first pass, time permitting; passes with a smaller share have
 *     fewer
 * @param maxRounds how many samples a cell has at most
 * @param warmUp how long each JVM runs before its first sample; zero for no unscored iterations at all
 * @param timeout for one iteration or the preparation of one cell, at least
 * @param strikes after how many failures a contender is given up
 */
record Budget(Duration total, int minRounds, int maxRounds, Duration warmUp, Duration timeout, int strikes) {
    private static final Duration TOUR = Duration.ofSeconds(25);
    private static final Duration QUICK = Duration.ofSeconds(105);
    private static final Duration QUICK_JVM = Duration.ofMillis(2200);
    /** How long a JVM of size full takes to start and to end, about. */
    private static final Duration FULL_JVM = Duration.ofSeconds(1);

    /** A cell of size full has a round more at least for each of these parts of its time. */
    private static final int FULL_ROUND_SECONDS = 12;

    /** A JVM of size full warms up for this part of a cell's time. */
    private static final int FULL_WARM_UP_SHARE = 20;

    private static final Duration FULL_TIMEOUT = Duration.ofMinutes(3);
    /** An iteration that takes so many times as long as another one of the same cell hangs. */
    private static final int LONGER = 3;

    /**
     * Returns what a run of a size may take.
     *
     * @param cells how many are run
     * @param jvms how many are started, each of which has to warm up
     * @param cellTime how long a cell of size full may take, beside the start of JVMs
     */
    static Budget of(Size size, int cells, int jvms, Duration cellTime) {
        return switch (size) {
            case SMOKE -> new Budget(Duration.ofSeconds(14), 1, 1, Duration.ZERO, Duration.ofSeconds(6), 1);
            case TOUR -> new Budget(TOUR, 3, 12, Duration.ofMillis(800), Duration.ofSeconds(15), 1);
            case QUICK ->
                new Budget(
                        longer(QUICK, QUICK_JVM.multipliedBy(jvms)),
                        5,
                        15,
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(20),
                        2);
            case FULL -> full(cells, jvms, cellTime);
        };
    }

    /** Where a cell has less time, it has fewer rounds at least, and its JVMs warm up for less. */
    private static Budget full(int cells, int jvms, Duration cellTime) {
        Duration warmUp = Duration.ofSeconds(Math.clamp(cellTime.toSeconds() / FULL_WARM_UP_SHARE, 1, 3));
        int minRounds = Math.clamp(cellTime.toSeconds() / FULL_ROUND_SECONDS, 1, 5);
        Duration starts = warmUp.plus(FULL_JVM).multipliedBy(jvms);
        return new Budget(cellTime.multipliedBy(cells).plus(starts), minRounds, 20, warmUp, FULL_TIMEOUT, 3);
    }

    /**
     * Returns what a run may take whose iterations also wait for the clock.
     *
     * @param inAll how long all iterations wait
     * @param longest how long one of them waits at most
     */
    Budget waiting(Duration inAll, Duration longest) {
        return new Budget(total.plus(inAll), minRounds, maxRounds, warmUp, timeout.plus(longest), strikes);
    }

    /**
     * Returns after which time a contender hangs.
     *
     * @param work of an iteration, relative to the largest one of size full
     * @param longest that an iteration of the contender has taken in the same cell
     */
    Duration timeout(double work, Duration longest) {
        Duration byWork = Duration.ofMillis(Math.round(FULL_TIMEOUT.toMillis() * work));
        return longer(timeout, longer(byWork, longest.multipliedBy(LONGER)));
    }

    /** Returns this budget with no more time than a limit in all. */
    Budget atMost(Duration limit) {
        Duration least = total.compareTo(limit) < 0 ? total : limit;
        return new Budget(least, minRounds, maxRounds, warmUp, timeout, strikes);
    }

    /** Returns this budget with no more than so many rounds. */
    Budget withRounds(int most) {
        return new Budget(total, Math.min(minRounds, most), Math.min(maxRounds, most), warmUp, timeout, strikes);
    }

    /** Returns what a run may take whose JVMs have nothing to warm up. */
    Budget withoutWarmUp() {
        return new Budget(total, minRounds, maxRounds, Duration.ZERO, timeout, strikes);
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
