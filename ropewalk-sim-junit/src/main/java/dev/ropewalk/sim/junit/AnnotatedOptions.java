package dev.ropewalk.sim.junit;

import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.sim.Strategy;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;

/** Reads the options of a simulation from its annotation. */
final class AnnotatedOptions {
    private static final double NANOS_OF_SECOND = 1e9;
    private static final double NANOS_OF_MINUTE = 60 * NANOS_OF_SECOND;

    private AnnotatedOptions() {}

    static SimulationOptions of(SimulationTest annotation, String name) {
        try {
            return read(annotation, SimulationOptions.defaults().name(name));
        } catch (IllegalArgumentException e) {
            throw new ExtensionConfigurationException("@SimulationTest of " + name + ": " + e.getMessage(), e);
        }
    }

    private static SimulationOptions read(SimulationTest annotation, SimulationOptions defaults) {
        SimulationOptions options = defaults.seed(annotation.seed())
                .strategy(Strategy.parse(annotation.strategy()))
                .maxSteps(annotation.maxSteps())
                .maxTime(seconds("maxTimeSeconds", annotation.maxTimeSeconds()))
                .stuckAfter(seconds("stuckAfterSeconds", annotation.stuckAfterSeconds()))
                .expect(annotation.expect())
                .parallelism(annotation.parallelism())
                .workers(annotation.workers())
                .virtualThreads(annotation.virtualThreads())
                .noLeaks(annotation.noLeaks())
                .allHandled(annotation.allHandled())
                .maxWaiting(annotation.maxWaiting());
        if (annotation.minutes() != 0) {
            options = options.atMost(time("minutes", annotation.minutes(), NANOS_OF_MINUTE))
                    .runs(Long.MAX_VALUE);
        }
        if (annotation.runs() != 0) {
            options = options.runs(annotation.runs());
        }
        if (!annotation.reports().isEmpty()) {
            options = options.reports(Path.of(annotation.reports()));
        }
        for (FaultRate rate : annotation.faults()) {
            options = options.fault(rate.fault(), rate.oneIn());
        }
        for (FaultAt at : annotation.faultsAt()) {
            options = options.faultAt(at.fault(), at.place(), at.count());
        }
        return options;
    }

    private static Duration seconds(String element, double value) {
        return time(element, value, NANOS_OF_SECOND);
    }

    private static Duration time(String element, double value, double unit) {
        double nanos = value * unit;
        if (!(nanos >= 1)) {
            throw new IllegalArgumentException(element + " must be above zero, not " + value);
        }
        if (nanos >= Long.MAX_VALUE) {
            throw new IllegalArgumentException(element + " must be less than " + value + ", which is over 292 years");
        }
        return Duration.ofNanos((long) nanos);
    }
}
