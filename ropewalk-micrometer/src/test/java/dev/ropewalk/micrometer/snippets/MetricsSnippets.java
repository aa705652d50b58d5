package dev.ropewalk.micrometer.snippets;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.micrometer.ChannelMetrics;
import dev.ropewalk.micrometer.ContextExecutor;
import dev.ropewalk.micrometer.RopewalkMetrics;
import dev.ropewalk.task.BoundedExecutor;
import dev.ropewalk.task.TaskOptions;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.net.URI;
import java.util.concurrent.Future;

/** The code that the documentation of meters shows. */
@SuppressWarnings({"unused", "FutureReturnValueIgnored"}) // it shows what can be called
abstract class MetricsSnippets {
    interface Page {}

    abstract void run();

    abstract Page load(URI address) throws Exception;

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

    void context(BoundedExecutor executor, URI address) {
        // @start region="context" :
        var inContext = new ContextExecutor(executor);
        Future<Page> page =
                inContext.submit(() -> load(address), TaskOptions.defaults().priority(5));
        // @end
    }
}
