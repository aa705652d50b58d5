package dev.ropewalk.lab.neighbours;

import dev.ropewalk.lab.experiment.Params;
import java.util.List;
import java.util.Locale;

/**
 * A cell of the experiment.
 *
 * @param workers threads of each contender
 * @param neighbours how many other processes burn CPU
 * @param quota whether the contender gets half a core for each worker, and no more
 * @param work how much of its usual work a contender does in an iteration, in percent
 */
record Setting(int workers, Program program, int neighbours, boolean quota, int work) {
    static final String WORKERS = "workers";
    static final String PROGRAM = "program";
    static final String NEIGHBOURS = "neighbours";
    static final String QUOTA = "quota";
    static final String WORK = "work";

    static final String NONE = "none";
    static final String HALF = "half";
    static final List<String> QUOTAS = List.of(NONE, HALF);

    private static final double CORES_PER_WORKER = 0.5;

    static Setting of(Params params) {
        return new Setting(
                params.integer(WORKERS),
                Program.valueOf(params.text(PROGRAM).toUpperCase(Locale.ROOT)),
                params.integer(NEIGHBOURS),
                params.text(QUOTA).equals(HALF),
                params.integer(WORK));
    }

    /** Returns how many cores the quota gives. */
    double cores() {
        return workers * CORES_PER_WORKER;
    }

    /**
     * Returns how many times longer an iteration takes if all workers are busy all the time, and the system deals the cores out
     * fairly.
     */
    double expectedSlowdown(int cores) {
        double fair = Math.max(1, (double) (workers + neighbours) / cores / Math.max(1, (double) workers / cores));
        return quota ? Math.max(fair, Math.min(workers, cores) / cores()) : fair;
    }
}
