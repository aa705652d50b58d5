package dev.ropewalk.lab.savina;

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

    /** Returns the checksum of all shortest paths, found by Floyd's and Warshall's algorithm on the whole graph. */
    long pathsChecksum() {
        int nodes = nodes();
        DistanceBlock distances = DistanceBlock.of(this, 0, 0, nodes);
        for (int via = 0; via < nodes; via++) {
            distances = distances.via(via, distances, distances);
        }
        return distances.checksum(nodes);
    }
}
