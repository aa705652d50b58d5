package dev.ropewalk.lab.pipeline;

import java.util.Random;

/**
 * What producers publish: the numbers from 0, a range of them each, and a key for each number. With several producers the
 * key is the producer, as events come in order only from each; with one it follows Zipf's law, the hottest key first.
 */
final class Feed {
    private static final double EXPONENT = 1.1;
    private static final int DRAWS = 1 << 16;

    private final int producers;
    private final int[] keys;

    Feed(Graph graph, long seed) {
        producers = graph.producers();
        keys = producers > 1 || graph.keys() == 1 ? new int[0] : drawn(graph.keys(), seed);
    }

    private static int[] drawn(int keys, long seed) {
        var cumulated = new double[keys];
        double total = 0;
        for (int key = 0; key < keys; key++) {
            total += Math.pow(key + 1, -EXPONENT);
            cumulated[key] = total;
        }
        var random = new Random(seed);
        var drawn = new int[DRAWS];
        for (int k = 0; k < DRAWS; k++) {
            double point = random.nextDouble() * total;
            int key = 0;
            while (cumulated[key] <= point) {
                key++;
            }
            drawn[k] = key;
        }
        return drawn;
    }

    int producers() {
        return producers;
    }

    /** Returns how many events are published if about so many are wanted: as many by each producer. */
    long rounded(long events) {
        return events / producers * producers;
    }

    int key(int producer, long number) {
        return keys.length == 0 ? producer : keys[(int) number & DRAWS - 1];
    }
}
