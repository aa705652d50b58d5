package dev.ropewalk.graph.plan;

import java.util.Arrays;

/** Pairs of a dependant and its dependency, by index, while a graph is built. */
public final class EdgeList {
    private static final int MIN_CAPACITY = 16;

    private int[] dependants = new int[MIN_CAPACITY];
    private int[] dependencies = new int[MIN_CAPACITY];
    private int size;

    public void add(int dependant, int dependency) {
        if (size == dependants.length) {
            int room = Math.max(size + 1, (int) Math.min(Integer.MAX_VALUE - 8, size * 3L / 2));
            dependants = Arrays.copyOf(dependants, room);
            dependencies = Arrays.copyOf(dependencies, room);
        }
        dependants[size] = dependant;
        dependencies[size] = dependency;
        size++;
    }

    int size() {
        return size;
    }

    int dependant(int edge) {
        return dependants[edge];
    }

    int dependency(int edge) {
        return dependencies[edge];
    }
}
