package dev.ropewalk.lab.savina;

/** A square part of the matrix of distances between the nodes of a graph. Immutable, so that actors may share it. */
final class DistanceBlock {
    private final int top;
    private final int left;
    private final int size;
    /** Row by row. */
    private final int[] distances;

    private DistanceBlock(int top, int left, int size, int[] distances) {
        this.top = top;
        this.left = left;
        this.size = size;
        this.distances = distances;
    }

    /** Returns the block with the distances of direct neighbours. */
    static DistanceBlock of(Graph graph, int row, int column, int size) {
        int top = row * size;
        int left = column * size;
        var distances = new int[size * size];
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                distances[i * size + j] = graph.weight(top + i, left + j);
            }
        }
        return new DistanceBlock(top, left, size, distances);
    }

    /** Returns which block of its column this is. */
    int row() {
        return top / size;
    }

    /** Returns which block of its row this is. */
    int column() {
        return left / size;
    }

    /**
     * Returns the block with the distances if paths may also lead over a node.
     *
     * @param toNode the block of the same rows that contains the node's column
     * @param fromNode the block of the same columns that contains the node's row
     */
    DistanceBlock via(int node, DistanceBlock toNode, DistanceBlock fromNode) {
        var next = new int[distances.length];
        int column = node - toNode.left;
        int row = (node - fromNode.top) * size;
        for (int i = 0; i < size; i++) {
            int first = i * size;
            int distance = toNode.distances[first + column];
            for (int j = 0; j < size; j++) {
                next[first + j] = Math.min(distances[first + j], distance + fromNode.distances[row + j]);
            }
        }
        return new DistanceBlock(top, left, size, next);
    }

    /** Returns the distances' checksum; those of all blocks add up to that of the matrix. */
    long checksum(int nodes) {
        long sum = 0;
        for (int i = 0; i < size; i++) {
            for (int j = 0; j < size; j++) {
                sum += Graph.check(nodes, top + i, left + j, distances[i * size + j]);
            }
        }
        return sum;
    }
}
