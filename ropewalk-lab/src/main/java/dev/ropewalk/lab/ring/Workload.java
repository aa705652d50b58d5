package dev.ropewalk.lab.ring;

import dev.ropewalk.lab.experiment.Cell;
import dev.ropewalk.lab.experiment.Params;
import java.util.Locale;

/**
 * The part of a cell that is the same for all contenders. Nodes are numbered through all rings, from 0.
 *
 * @param workers threads of each contender
 * @param actors nodes of each ring
 * @param laps how often a token goes around
 */
record Workload(int workers, int rings, int actors, int laps) {
    static final String WORKERS = "workers";
    static final String RINGS = "rings";
    static final String ACTORS = "actors";
    static final String LAPS = "laps";

    static Workload of(Cell cell) {
        Params params = cell.params();
        return new Workload(
                params.integer(WORKERS), params.integer(RINGS), params.integer(ACTORS), params.integer(LAPS));
    }

    /** Returns this with fewer laps, at least one. */
    Workload dividedBy(int divisor) {
        return new Workload(workers, rings, actors, Math.max(1, laps / divisor));
    }

    int nodes() {
        return Math.multiplyExact(rings, actors);
    }

    int firstNode(int ring) {
        return ring * actors;
    }

    /** Returns the node to which another one passes a token on. */
    int nodeAfter(int node) {
        return (node + 1) % actors == 0 ? node + 1 - actors : node + 1;
    }

    /** Returns how often each token is passed. */
    long hopsPerToken() {
        return (long) actors * laps;
    }

    /** Returns how often tokens are passed in all. */
    long hops() {
        return rings * hopsPerToken();
    }

    /** Returns an answer as contenders give it. */
    String answer(long checksum) {
        return String.format(Locale.ROOT, "%d hops, checksum %016x", hops(), checksum);
    }

    /** Returns the right answer, found by one loop. */
    String answer() {
        long checksum = 0;
        for (int ring = 0; ring < rings; ring++) {
            checksum += Token.walk(0, firstNode(ring), actors, laps);
        }
        return answer(checksum);
    }
}
