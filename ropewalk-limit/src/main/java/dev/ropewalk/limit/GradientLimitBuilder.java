package dev.ropewalk.limit;

import dev.ropewalk.base.BuilderSettings;
import dev.ropewalk.base.CheckReturnValue;
import dev.ropewalk.limit.algorithm.GradientRule;
import dev.ropewalk.limit.algorithm.LimitBounds;
import java.util.function.Consumer;

/** Builds {@linkplain GradientLimit limits}. Immutable: each method returns a changed copy. */
@CheckReturnValue
public final class GradientLimitBuilder extends LatencyLimitBuilder<GradientLimitBuilder> {
    private final Settings settings;

    /** What can be set besides bounds and probes, with its defaults. */
    private static final class Settings extends BuilderSettings<Settings> {
        double tolerance = 1.5;
        double headroom = 1;
        double queue = 0.45;
        double smoothing = 0.4;
        int longWindow = 100;
    }

    GradientLimitBuilder() {
        this(LimitBounds.DEFAULT, Probing.DEFAULT, new Settings());
    }

    private GradientLimitBuilder(LimitBounds bounds, Probing probing, Settings settings) {
        super(bounds, probing);
        this.settings = settings;
    }

    @Override
    GradientLimitBuilder with(LimitBounds changed) {
        return new GradientLimitBuilder(changed, probing, settings);
    }

    @Override
    GradientLimitBuilder with(Probing changed) {
        return new GradientLimitBuilder(bounds, changed, settings);
    }

    private GradientLimitBuilder with(Consumer<Settings> change) {
        return new GradientLimitBuilder(bounds, probing, settings.with(change));
    }

    /**
     * Sets how much longer than the long average a round trip may be; the default is 1.5 times.
     *
     * @throws IllegalArgumentException if it is below 1 or infinite
     */
    public GradientLimitBuilder tolerance(double value) {
        return with(changed -> changed.tolerance = atLeastOne("tolerance", value));
    }

    /**
     * Sets how much longer than without a queue a round trip may be; the default is 1 time.
     *
     * @throws IllegalArgumentException if it is below 1 or infinite
     */
    public GradientLimitBuilder headroom(double value) {
        return with(changed -> changed.headroom = atLeastOne("headroom", value));
    }

    /**
     * Sets how many requests may wait at the service, times the square root of the limit; the default is 0.45.
     *
     * @throws IllegalArgumentException if it isn't above zero, or infinite
     */
    public GradientLimitBuilder queue(double value) {
        if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException("queue must be above zero and finite: " + value);
        }
        return with(changed -> changed.queue = value);
    }

    /**
     * Sets how much of the way to a new limit is taken in a window; the default is 0.4.
     *
     * @throws IllegalArgumentException if it isn't above 0 and at most 1
     */
    public GradientLimitBuilder smoothing(double value) {
        if (!(value > 0 && value <= 1)) {
            throw new IllegalArgumentException("smoothing must be above 0 and at most 1: " + value);
        }
        return with(changed -> changed.smoothing = value);
    }

    /**
     * Sets how many windows the long average spans; the default is 100.
     *
     * @throws IllegalArgumentException if it isn't above zero
     */
    public GradientLimitBuilder longWindow(int windows) {
        if (windows < 1) {
            throw new IllegalArgumentException("long window must be above zero: " + windows);
        }
        return with(changed -> changed.longWindow = windows);
    }

    private static double atLeastOne(String name, double value) {
        if (!(value >= 1 && value < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(name + " must be at least 1 and finite: " + value);
        }
        return value;
    }

    /**
     * Builds an algorithm.
     *
     * @throws IllegalArgumentException unless 1 &le; min &le; initial &le; max
     */
    public GradientLimit build() {
        var rule = new GradientRule(
                settings.tolerance, settings.headroom, settings.queue, settings.smoothing, settings.longWindow);
        return new GradientLimit(control(rule));
    }
}
