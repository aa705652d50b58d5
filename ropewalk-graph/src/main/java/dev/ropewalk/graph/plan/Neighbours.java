package dev.ropewalk.graph.plan;

import java.util.Arrays;

/**
 * For each action, the indices of its neighbours in ascending order and without repetition, all in one array (compressed sparse
 * rows): four bytes an edge, four an action. Immutable.
 */
public final class Neighbours {
    private final int[] starts;
    private final int[] targets;

    private Neighbours(int[] starts, int[] targets) {
        this.starts = starts;
        this.targets = targets;
    }

    /** Returns, for each action, those that depend on it. */
    public static Neighbours dependants(int actions, EdgeList edges) {
        int[] ends = new int[actions + 1];
        for (int edge = 0; edge < edges.size(); edge++) {
            ends[edges.dependency(edge) + 1]++;
        }
        Arrays.parallelPrefix(ends, Integer::sum);
        int[] starts = ends.clone();
        int[] targets = new int[edges.size()];
        for (int edge = 0; edge < edges.size(); edge++) {
            targets[ends[edges.dependency(edge)]++] = edges.dependant(edge);
        }
        return new Neighbours(starts, targets).transposed().transposed();
    }

    /**
     * Returns the same edges the other way round. Rows are visited in order, so that each target comes out sorted, and repeated
     * edges side by side: they are left out here.
     */
    public Neighbours transposed() {
        int actions = starts.length - 1;
        int[] counts = new int[actions + 1];
        for (int target : targets) {
            counts[target + 1]++;
        }
        Arrays.parallelPrefix(counts, Integer::sum);
        int[] ends = counts.clone();
        int[] sources = new int[targets.length];
        for (int source = 0; source < actions; source++) {
            for (int at = starts[source]; at < starts[source + 1]; at++) {
                int target = targets[at];
                if (ends[target] == counts[target] || sources[ends[target] - 1] != source) {
                    sources[ends[target]++] = source;
                }
            }
        }
        return compacted(counts, ends, sources);
    }

    private static Neighbours compacted(int[] starts, int[] ends, int[] targets) {
        int[] compactStarts = new int[starts.length];
        int size = 0;
        for (int row = 0; row < starts.length - 1; row++) {
            int length = ends[row] - starts[row];
            System.arraycopy(targets, starts[row], targets, size, length);
            compactStarts[row] = size;
            size += length;
        }
        compactStarts[starts.length - 1] = size;
        return new Neighbours(compactStarts, size == targets.length ? targets : Arrays.copyOf(targets, size));
    }

    /** Returns where an action's neighbours begin. */
    public int start(int action) {
        return starts[action];
    }

    /** Returns where an action's neighbours end. */
    public int end(int action) {
        return starts[action + 1];
    }

    public int at(int position) {
        return targets[position];
    }

    public int count(int action) {
        return starts[action + 1] - starts[action];
    }

    public boolean contains(int action, int neighbour) {
        return Arrays.binarySearch(targets, starts[action], starts[action + 1], neighbour) >= 0;
    }
}
