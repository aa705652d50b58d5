package dev.ropewalk.micrometer.part;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.TimeGauge;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * One meter that each part of a kind has.
 *
 * @param <S> the figures that it is read from
 */
sealed interface MeterSpec<S> {
    String name();

    /** Registers the meter for a part, to which the meter has a weak reference. */
    <P> Meter register(MeterRegistry registry, Tags tags, P part, Reading<P, S> reading);

    /** A level. It isn't a number while the part has no figures. */
    record Level<S>(String name, @Nullable String unit, String description, ToDoubleFunction<S> value)
            implements MeterSpec<S> {
        @Override
        public <P> Meter register(MeterRegistry registry, Tags tags, P part, Reading<P, S> reading) {
            return Gauge.builder(name, part, read -> valueOf(value, reading.of(read)))
                    .description(description)
                    .baseUnit(unit)
                    .tags(tags)
                    .register(registry);
        }
    }

    /** A length of time. */
    record Nanos<S>(String name, String description, ToDoubleFunction<S> value) implements MeterSpec<S> {
        @Override
        public <P> Meter register(MeterRegistry registry, Tags tags, P part, Reading<P, S> reading) {
            return TimeGauge.builder(name, part, TimeUnit.NANOSECONDS, read -> valueOf(value, reading.of(read)))
                    .description(description)
                    .tags(tags)
                    .register(registry);
        }
    }

    /** A count, which never falls. */
    record Count<S>(String name, @Nullable String unit, String description, ToDoubleFunction<S> value)
            implements MeterSpec<S> {
        @Override
        public <P> Meter register(MeterRegistry registry, Tags tags, P part, Reading<P, S> reading) {
            var highest = new Highest<S>(value);
            return FunctionCounter.builder(name, part, read -> highest.of(reading.of(read)))
                    .description(description)
                    .baseUnit(unit)
                    .tags(tags)
                    .register(registry);
        }
    }

    /** How many waits there were, and how long they were together. */
    record Waits<S>(String name, String description, ToLongFunction<S> count, ToLongFunction<S> nanos)
            implements MeterSpec<S> {
        @Override
        public <P> Meter register(MeterRegistry registry, Tags tags, P part, Reading<P, S> reading) {
            var counted = new Highest<S>(count::applyAsLong);
            var total = new Highest<S>(nanos::applyAsLong);
            return FunctionTimer.builder(
                            name,
                            part,
                            read -> (long) counted.of(reading.of(read)),
                            read -> total.of(reading.of(read)),
                            TimeUnit.NANOSECONDS)
                    .description(description)
                    .tags(tags)
                    .register(registry);
        }
    }

    private static <S> double valueOf(ToDoubleFunction<S> value, @Nullable S figures) {
        return figures == null ? Double.NaN : value.applyAsDouble(figures);
    }
}
