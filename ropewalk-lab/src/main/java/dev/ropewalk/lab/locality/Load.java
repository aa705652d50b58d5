package dev.ropewalk.lab.locality;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** How messages are dealt to actors. */
enum Load {
    /** Each actor gets as many as any other. */
    ROUND_ROBIN("round-robin") {
        @Override
        double weight(int rank) {
            return 1;
        }
    },
    /** A few actors get most: Zipf's law, the ranks shuffled among the actors. */
    ZIPF("zipf") {
        @Override
        double weight(int rank) {
            return Math.pow(rank + 1, -EXPONENT);
        }
    };

    private static final double EXPONENT = 1.1;

    private final String label;

    Load(String label) {
        this.label = label;
    }

    /** Returns the relative number of messages of the actor with a rank, from 0. */
    abstract double weight(int rank);

    String label() {
        return label;
    }

    static Load of(String label) {
        return Arrays.stream(values())
                .filter(load -> load.label.equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "load must be one of " + String.join(", ", labels()) + ", but is '" + label + "'"));
    }

    static List<String> labels() {
        return Arrays.stream(values()).map(load -> load.label).toList();
    }

    /** Returns the number of messages of each actor; they add up to {@code messages}. */
    int[] deal(int actors, int messages, long seed) {
        double[] weights = IntStream.range(0, actors).mapToDouble(this::weight).toArray();
        double total = Arrays.stream(weights).sum();
        int[] byRank = Arrays.stream(weights)
                .mapToInt(weight -> (int) (messages * weight / total))
                .toArray();
        int missing = messages - Arrays.stream(byRank).sum();
        for (int rank = 0; rank < missing; rank++) {
            byRank[rank % actors]++;
        }
        return this == ROUND_ROBIN ? byRank : shuffled(byRank, new Random(seed));
    }

    private static int[] shuffled(int[] values, Random random) {
        int[] result = values.clone();
        for (int k = result.length - 1; k > 0; k--) {
            int other = random.nextInt(k + 1);
            int value = result[k];
            result[k] = result[other];
            result[other] = value;
        }
        return result;
    }
}
