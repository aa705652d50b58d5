package dev.ropewalk.console.view;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.ropewalk.scheduler.TimeDistribution;

/** Makes JSON. */
final class Json {
    private Json() {}

    static ObjectNode object() {
        return JsonNodeFactory.instance.objectNode();
    }

    static ArrayNode array() {
        return JsonNodeFactory.instance.arrayNode();
    }

    /** Returns a rate a second, rounded to three digits; 0 if no time has passed. */
    static double rate(long now, long before, double seconds) {
        double rate = seconds <= 0 ? 0 : Math.max(0, now - before) / seconds;
        double unit = Math.pow(10, Math.floor(Math.log10(Math.max(rate, 1))) - 2);
        return Math.round(rate / unit) * unit;
    }

    static ObjectNode times(TimeDistribution times) {
        return object().put("count", times.count())
                .put("mean", times.mean().toNanos())
                .put("p50", times.percentile(50).toNanos())
                .put("p99", times.percentile(99).toNanos())
                .put("max", times.max().toNanos());
    }
}
