package dev.ropewalk.sim.engine;

import java.util.random.RandomGenerator;

/** Random numbers that are choices of the run, so that they are repeated and shrunk with it. */
final class ChosenNumbers implements RandomGenerator {
    private static final int DIGIT_BITS = 16;
    private static final int LARGEST_BOUND = 1 << DIGIT_BITS;

    private final WorldHost host;

    ChosenNumbers(WorldHost host) {
        this.host = host;
    }

    @Override
    public int nextInt(int bound) {
        if (bound <= 0) {
            throw new IllegalArgumentException("bound must be above zero, not " + bound);
        }
        if (bound == 1) {
            return 0;
        }
        return bound <= LARGEST_BOUND ? host.draw(bound) : RandomGenerator.super.nextInt(bound);
    }

    @Override
    public boolean nextBoolean() {
        return host.draw(2) == 1;
    }

    @Override
    public long nextLong() {
        long number = 0;
        for (int i = 0; i < Long.SIZE / DIGIT_BITS; i++) {
            number = number << DIGIT_BITS | host.draw(LARGEST_BOUND);
        }
        return number;
    }
}
