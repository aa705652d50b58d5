package dev.ropewalk.micrometer.part;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.testing.CapturedLog;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Meters that a registry has from elsewhere by the name and tags of a part's. */
class ForeignMetersTest {
    private final MeterRegistry registry = new SimpleMeterRegistry();
    private final AtomicInteger part = new AtomicInteger(5);
    private final Kind<AtomicInteger, Integer> kind = Kind.of(
                    "number",
                    Map::<String, AtomicInteger>of,
                    AtomicInteger::get,
                    Meters.<Integer>of("number.")
                            .level("value", null, "The value", Integer::doubleValue)
                            .level("double", null, "Twice the value", value -> 2 * value))
            .with(
                    "row",
                    value -> Map.of("only", value),
                    Meters.<Integer>of("number.").level("row", null, "The value", Integer::doubleValue));

    private Meter foreign(String name, Tags tags) {
        return Gauge.builder(name, () -> -1).tags(tags).register(registry);
    }

    private OwnMeters<AtomicInteger> bound(String name) {
        var meters = new OwnMeters<>(kind, part, name, Tags.empty());
        meters.bindTo(registry);
        return meters;
    }

    @Test
    void shouldStayWhenThoseOfThePartAreRemoved() {
        try (CapturedLog log = new CapturedLog("dev.ropewalk.micrometer")) {
            Meter value = foreign("number.value", Tags.of("name", "a"));
            Meter row = foreign("number.row", Tags.of("name", "a", "row", "only"));
            Meter other = foreign("number.value", Tags.of("name", "b"));
            List<OwnMeters<AtomicInteger>> bound = List.of(bound("a"), bound("b"));
            assertThat(registry.get("number.double").tags("name", "a").gauge().value())
                    .isEqualTo(10);
            assertThat(registry.get("number.value").tags("name", "a").gauge().value())
                    .isEqualTo(-1);

            bound.forEach(OwnMeters::remove);
            assertThat(registry.getMeters()).containsExactlyInAnyOrder(value, row, other);
            assertThat(log.messages("a registry has the meter number.value [tag(name=a)] from elsewhere"))
                    .singleElement()
                    .asString()
                    .endsWith("it stays, and the number of that name has none");
        }
    }

    @Test
    void shouldBeKnownByTheTagsThatTheRegistryGivesThem() {
        try (CapturedLog log = new CapturedLog("dev.ropewalk.micrometer")) {
            registry.config().meterFilter(MeterFilter.commonTags(Tags.of("shop", "north")));
            Meter value = foreign("number.value", Tags.of("name", "a"));

            bound("a").remove();
            assertThat(registry.getMeters()).containsExactly(value);
            assertThat(log.messages("[tag(name=a), tag(shop=north)] from elsewhere"))
                    .hasSize(1);
        }
    }
}
