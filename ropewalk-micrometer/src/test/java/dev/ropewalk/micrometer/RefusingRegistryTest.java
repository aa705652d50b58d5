package dev.ropewalk.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.pipeline.Stage;
import dev.ropewalk.testing.CapturedLog;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.config.MeterFilterReply;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A registry that throws at a meter, as one does that has another type of meter by its name. */
class RefusingRegistryTest {
    private final Scrape scrape = new Scrape();

    /** What a meter has in its name or tags at which the registry throws. */
    private @Nullable String refused;

    @BeforeEach
    void addFilter() {
        scrape.registry.config().meterFilter(new MeterFilter() {
            @Override
            public MeterFilterReply accept(Meter.Id id) {
                if (refused != null && id.toString().contains(refused)) {
                    throw new IllegalArgumentException("as intended: " + id);
                }
                return MeterFilterReply.NEUTRAL;
            }
        });
    }

    private static Channel<String> channel(String name) {
        return Channel.<String>builder().name(name).buffered(1);
    }

    @Test
    void shouldBindNothingIfOneMeterIsRefused() {
        Channel<String> channel = channel("refused");
        try (ChannelMetrics metrics = new ChannelMetrics(channel, "refused", Tags.empty())) {
            refused = "waiting.senders";
            assertThatExceptionOfType(IllegalArgumentException.class)
                    .isThrownBy(() -> metrics.bindTo(scrape.registry))
                    .withMessageStartingWith("as intended");
            assertThat(scrape.registry.getMeters()).isEmpty();

            refused = null;
            metrics.bindTo(scrape.registry);
            assertThat(scrape.linesWith("waiting_senders")).endsWith(" 0.0");
        }
        assertThat(scrape.registry.getMeters()).isEmpty();
        channel.close();
    }

    @Test
    void shouldLeaveOtherPartsTheirMeters() {
        refused = "refused-1";
        List<Channel<String>> channels = List.of(channel("refused-0"), channel("refused-1"), channel("refused-2"));
        try (CapturedLog log = new CapturedLog("dev.ropewalk.micrometer");
                RopewalkMetrics metrics = new RopewalkMetrics(Tags.empty())) {
            metrics.bindTo(scrape.registry);
            metrics.refresh();
            assertThat(depths()).contains("refused-0", "refused-2").doesNotContain("refused-1");
            assertThat(log.messages("The meters of each live channel couldn't be brought up to date"))
                    .hasSize(1);

            refused = null;
            metrics.refresh();
            assertThat(depths()).contains("refused-0", "refused-1", "refused-2");
        }
        channels.forEach(Channel::close);
    }

    private String depths() {
        return scrape.linesWith("depth_elements{name=\"refused-");
    }

    @Test
    void shouldTryAStageAgain() throws Exception {
        try (Pipeline<Object> pipeline = Pipeline.<Object>builder(Object::new)
                        .stage("one", (event, sequence, endOfBatch) -> {})
                        .build();
                PipelineMetrics metrics = new PipelineMetrics(pipeline, "orders", Tags.empty())) {
            metrics.bindTo(scrape.registry);
            int before = scrape.registry.getMeters().size();
            pipeline.add(Stage.of("two", (event, sequence, endOfBatch) -> {}));
            refused = "failures";
            assertThatExceptionOfType(IllegalArgumentException.class).isThrownBy(metrics::refresh);
            assertThat(scrape.registry.getMeters()).hasSize(before);

            refused = null;
            metrics.refresh();
            assertThat(scrape.linesWith("stage_lag")).contains("\"one\"", "\"two\"");
        }
        assertThat(scrape.registry.getMeters()).isEmpty();
    }
}
