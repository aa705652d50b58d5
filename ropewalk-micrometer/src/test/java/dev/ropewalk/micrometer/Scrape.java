package dev.ropewalk.micrometer;

import io.micrometer.core.instrument.MockClock;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.time.Duration;
import java.util.stream.Collectors;

/** A registry of Prometheus, and what it answers. */
final class Scrape {
    final MockClock clock = new MockClock();
    final PrometheusMeterRegistry registry =
            new PrometheusMeterRegistry(PrometheusConfig.DEFAULT, new PrometheusRegistry(), clock);

    /** Returns the whole text, as it is when snapshots that were taken before are too old. */
    String text() {
        clock.add(Duration.ofSeconds(1));
        return registry.scrape();
    }

    /** Returns the lines that have a text, and no comments. */
    String linesWith(String part) {
        return text().lines()
                .filter(line -> !line.startsWith("#") && line.contains(part))
                .collect(Collectors.joining("\n"));
    }
}
