package dev.ropewalk.lab.savina;

import java.util.Arrays;
import java.util.SplittableRandom;

/** A complete undirected graph with random weights. Immutable. */
final class Graph {
    private static final int MAX_WEIGHT = 100;

    private final int[][] weights;

    Graph(int nodes) {
        weights = new int[nodes][nodes];
        var random = new SplittableRandom(3);
        for (int i = 0; i < nodes; i++) {
            for (int j = i + 1; j < nodes; j++) {
                int weight = random.nextInt(1, MAX_WEIGHT + 1);
                weights[i][j] = weight;
                weights[j][i] = weight;
            }
        }
    }

    int nodes() {
        return weights.length;
    }

    int weight(int from, int to) {
        return weights[from][to];
    }

    /** Returns the checksum of all shortest paths, found without blocks. */
    long pathsChecksum() {
        int nodes = nodes();
        int[][] distances = Arrays.stream(weights).map(int[]::clone).toArray(int[][]::new);
        for (int via = 0; via < nodes; via++) {
            for (int i = 0; i < nodes; i++) {
                for (int j = 0; j < nodes; j++) {
                    distances[i][j] = Math.min(distances[i][j], distances[i][via] + distances[via][j]);
                }
            }
        }
        long sum = 0;
        for (int i = 0; i < nodes; i++) {
            for (int j = 0; j < nodes; j++) {
                sum += check(nodes, i, j, distances[i][j]);
            }
        }
        return sum;
    }

    /** Returns what the distance between two of so many nodes adds to the checksum. */
    static long check(int nodes, int from, int to, int distance) {
        return ((long) from * nodes + to) * distance;
    }
}
