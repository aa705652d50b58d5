package dev.ropewalk.limit;

import dev.ropewalk.base.CheckReturnValue;
import dev.ropewalk.limit.algorithm.LimitBounds;
import dev.ropewalk.limit.algorithm.VegasRule;

/** Builds {@linkplain VegasLimit limits}. Immutable: each method returns a changed copy. */
@CheckReturnValue
public final class VegasLimitBuilder extends LatencyLimitBuilder<VegasLimitBuilder> {
    private final double alpha;
    private final double beta;

    VegasLimitBuilder() {
        this(LimitBounds.DEFAULT, Probing.DEFAULT, 0.33, 0.67);
    }

    private VegasLimitBuilder(LimitBounds bounds, Probing probing, double alpha, double beta) {
        super(bounds, probing);
        this.alpha = alpha;
        this.beta = beta;
    }

    @Override
    VegasLimitBuilder with(LimitBounds changed) {
        return new VegasLimitBuilder(changed, probing, alpha, beta);
    }

    @Override
    VegasLimitBuilder with(Probing changed) {
        return new VegasLimitBuilder(bounds, changed, alpha, beta);
    }

    /**
     * Sets how many requests should wait at the service at least, times the square root of the limit; the default is 0.33. It is checked
     * when the limit is built.
     */
    public VegasLimitBuilder alpha(double value) {
        return new VegasLimitBuilder(bounds, probing, value, beta);
    }

    /**
     * Sets how many requests should wait at the service at most, times the square root of the limit; the default is 0.67. It is checked
     * when the limit is built.
     */
    public VegasLimitBuilder beta(double value) {
        return new VegasLimitBuilder(bounds, probing, alpha, value);
    }

    /**
     * Builds an algorithm.
     *
     * @throws IllegalArgumentException unless 1 &le; min &le; initial &le; max, and 0 &lt; alpha &le; beta
     */
    public VegasLimit build() {
        if (!(alpha > 0 && beta >= alpha && beta < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("need 0 < alpha <= beta: alpha " + alpha + ", beta " + beta);
        }
        return new VegasLimit(control(new VegasRule(alpha, beta)));
    }
}
