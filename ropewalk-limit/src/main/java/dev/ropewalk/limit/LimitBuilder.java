package dev.ropewalk.limit;

import dev.ropewalk.limit.algorithm.LimitBounds;

/**
 * What the builders of all limit algorithms have in common: the bounds.
 *
 * @param <B> the builder itself
 */
abstract class LimitBuilder<B extends LimitBuilder<B>> {
    final LimitBounds bounds;

    LimitBuilder(LimitBounds bounds) {
        this.bounds = bounds;
    }

    /** Returns a copy with other bounds. */
    abstract B with(LimitBounds changed);

    /** Sets the limit to begin with; the default is 20. */
    public B initial(int value) {
        return with(bounds.withInitial(value));
    }

    /** Sets the lowest limit; the default is 1. */
    public B min(int value) {
        return with(bounds.withMin(value));
    }

    /** Sets the highest limit; the default is 1000. */
    public B max(int value) {
        return with(bounds.withMax(value));
    }
}
