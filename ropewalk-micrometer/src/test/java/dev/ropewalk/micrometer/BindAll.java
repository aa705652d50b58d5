package dev.ropewalk.micrometer;

import io.micrometer.core.instrument.Tags;

/** Runs in a class loader that lacks modules. */
public final class BindAll {
    private BindAll() {}

    /** Returns what a registry answers. */
    public static String text() {
        var scrape = new Scrape();
        try (RopewalkMetrics metrics = new RopewalkMetrics(Tags.empty())) {
            metrics.bindTo(scrape.registry);
            return scrape.text();
        }
    }
}
