package dev.ropewalk.spring;

import dev.ropewalk.limit.AimdLimit;
import dev.ropewalk.limit.GradientLimit;
import dev.ropewalk.limit.LimitAlgorithm;
import dev.ropewalk.limit.Limiter;
import dev.ropewalk.limit.LimiterBuilder;
import dev.ropewalk.limit.VegasLimit;
import dev.ropewalk.spring.Limiters.Gate;
import dev.ropewalk.spring.RopewalkProperties.Algorithm;
import dev.ropewalk.spring.RopewalkProperties.LimiterSettings;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Makes limiters as properties say. */
final class LimiterGates {
    private static final String PREFIX = "ropewalk.limiters.";
    private static final int INITIAL = 20;
    private static final int MIN = 1;
    private static final int MAX = 1000;

    private LimiterGates() {}

    static Limiters of(Map<String, LimiterSettings> settings, Map<String, Limiter> beans) {
        Map<String, Gate> gates = new TreeMap<>();
        beans.forEach((name, limiter) -> gates.put(name, Gate.of(limiter)));
        settings.forEach((name, its) -> {
            if (beans.containsKey(name)) {
                throw new StartException(
                        "There are two limiters '" + name + "': a bean, and the properties " + PREFIX + name + ".",
                        "Rename or remove one of them.");
            }
            gates.put(name, gate(name, its));
        });
        return Limiters.ofGates(gates);
    }

    private static Gate gate(String name, LimiterSettings its) {
        String prefix = PREFIX + name;
        if (its.maxWait().isNegative()) {
            throw Property.refused(prefix + ".max-wait", its.maxWait(), "it must not be negative", null);
        }
        LimiterBuilder builder = builder(prefix, its).name(name).newestFirst(its.newestFirst());
        builder = Property.set(prefix + ".max-waiting", its.maxWaiting(), builder, LimiterBuilder::maxWaiting);
        List<Class<? extends Throwable>> drops = List.copyOf(its.drops());
        return new Gate(
                builder.build(), its.maxWait(), thrown -> drops.stream().anyMatch(type -> type.isInstance(thrown)));
    }

    private static LimiterBuilder builder(String prefix, LimiterSettings its) {
        Integer limit = its.limit();
        Algorithm algorithm = its.algorithm();
        if ((limit == null) == (algorithm == null)) {
            throw new StartException(
                    "A limiter has either a limit or an algorithm, but " + prefix + " has "
                            + (limit == null ? "neither." : "limit " + limit + " and algorithm " + algorithm + "."),
                    "Set either " + prefix + ".limit or " + prefix + ".algorithm.");
        }
        if (limit == null) {
            return Property.checked(
                    prefix,
                    "initial " + orElse(its.initial(), INITIAL) + ", min " + orElse(its.min(), MIN) + ", max "
                            + orElse(its.max(), MAX),
                    () -> Limiter.adaptive(algorithm(Objects.requireNonNull(algorithm), its)));
        }
        if (Stream.of(its.initial(), its.min(), its.max()).anyMatch(Objects::nonNull)) {
            throw new StartException(
                    "The limit of " + prefix + " is fixed at " + limit + ", so that it has no initial, min or max.",
                    "Remove these, or set an algorithm instead of the limit.");
        }
        return Property.checked(prefix + ".limit", limit, () -> Limiter.fixed(limit));
    }

    private static LimitAlgorithm algorithm(Algorithm algorithm, LimiterSettings its) {
        int initial = orElse(its.initial(), INITIAL);
        int min = orElse(its.min(), MIN);
        int max = orElse(its.max(), MAX);
        return switch (algorithm) {
            case AIMD -> AimdLimit.builder().initial(initial).min(min).max(max).build();
            case VEGAS ->
                VegasLimit.builder().initial(initial).min(min).max(max).build();
            case GRADIENT ->
                GradientLimit.builder().initial(initial).min(min).max(max).build();
        };
    }

    private static int orElse(@Nullable Integer value, int other) {
        return value == null ? other : value;
    }
}
