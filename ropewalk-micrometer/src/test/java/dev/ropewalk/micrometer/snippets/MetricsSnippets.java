package dev.ropewalk.micrometer.snippets;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.micrometer.ChannelMetrics;
import dev.ropewalk.micrometer.RopewalkMetrics;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;

/** The code that the documentation of meters shows. */
abstract class MetricsSnippets {
    abstract void run();

    void all(MeterRegistry registry) {
        // @start region="all" :
        try (RopewalkMetrics metrics = new RopewalkMetrics(Tags.of("application", "shop"))) {
            metrics.bindTo(registry);
            run();
        }
        // @end
    }

    void one(MeterRegistry registry, Channel<String> orders) {
        // @start region="one" :
        try (ChannelMetrics metrics = new ChannelMetrics(orders, "orders", Tags.empty())) {
            metrics.bindTo(registry);
            run();
        }
        // @end
    }
}
