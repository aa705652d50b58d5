package dev.ropewalk.limit;

import dev.ropewalk.limit.algorithm.LimitBounds;

/**
 * What the builders of all limit algorithms have in common: the bounds.
 *
 * @param <B> the builder itself
 */
abstract class LimitBuilder<B extends LimitBuilder<B>> {
    LimitBounds bounds = LimitBounds.DEFAULT;

    abstract B self();

    /** The limit to begin with, 20 by default. */
    public B initial(int value) {
        bounds = bounds.withInitial(value);
        return self();
    }

    /** The lowest limit, 1 by default. */
    public B min(int value) {
        bounds = bounds.withMin(value);
        return self();
    }

    /** The highest limit, 1000 by default. */
    public B max(int value) {
        bounds = bounds.withMax(value);
        return self();
    }
}
