package dev.ropewalk.limit;

import dev.ropewalk.base.CheckReturnValue;
import dev.ropewalk.limit.algorithm.LimitBounds;
import java.time.Duration;
import java.util.Objects;

/** Builds {@linkplain AimdLimit limits}. Immutable: each method returns a changed copy. */
@CheckReturnValue
public final class AimdLimitBuilder extends LimitBuilder<AimdLimitBuilder> {
    private final double backOffRatio;
    private final long timeoutNanos;

    AimdLimitBuilder() {
        this(LimitBounds.DEFAULT, 0.9, Duration.ofSeconds(5).toNanos());
    }

    private AimdLimitBuilder(LimitBounds bounds, double backOffRatio, long timeoutNanos) {
        super(bounds);
        this.backOffRatio = backOffRatio;
        this.timeoutNanos = timeoutNanos;
    }

    @Override
    AimdLimitBuilder with(LimitBounds changed) {
        return new AimdLimitBuilder(changed, backOffRatio, timeoutNanos);
    }

    /**
     * Sets what the limit is multiplied by on a sign of overload; the default is 0.9.
     *
     * @throws IllegalArgumentException if it isn't at least 0.5 and below 1
     */
    public AimdLimitBuilder backOffRatio(double value) {
        if (!(value >= 0.5 && value < 1)) {
            throw new IllegalArgumentException("back-off ratio must be at least 0.5 and below 1: " + value);
        }
        return new AimdLimitBuilder(bounds, value, timeoutNanos);
    }

    /**
     * Sets the round trip above which a request counts as dropped; the default is 5 seconds.
     *
     * @throws IllegalArgumentException if it isn't above zero
     */
    public AimdLimitBuilder timeout(Duration value) {
        if (!Objects.requireNonNull(value, "timeout").isPositive()) {
            throw new IllegalArgumentException("timeout must be above zero: " + value);
        }
        return new AimdLimitBuilder(bounds, backOffRatio, value.toNanos());
    }

    /**
     * Builds an algorithm.
     *
     * @throws IllegalArgumentException unless 1 &le; min &le; initial &le; max
     */
    public AimdLimit build() {
        return new AimdLimit(bounds.checked(), backOffRatio, timeoutNanos);
    }
}
