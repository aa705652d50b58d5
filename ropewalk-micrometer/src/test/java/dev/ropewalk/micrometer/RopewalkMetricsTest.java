package dev.ropewalk.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.limit.Limiter;
import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.pipeline.Stage;
import dev.ropewalk.task.BoundedExecutor;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.CapturedLog;
import io.micrometer.core.instrument.Tags;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Other tests have parts in this JVM, too. */
class RopewalkMetricsTest {
    private static final int MANY = 1000;
    private static final String DEPTH = "ropewalk_channel_depth_elements";

    private final Scrape scrape = new Scrape();

    @AutoClose
    private final RopewalkMetrics metrics = new RopewalkMetrics(Tags.empty());

    private static Channel<String> channel(String name) {
        return Channel.<String>builder().name(name).buffered(4);
    }

    private static BoundedExecutor executor(String name) {
        return BoundedExecutor.builder(2).name(name).build();
    }

    private String depthOf(String name) {
        return scrape.linesWith("depth_elements{name=\"" + name);
    }

    @Test
    void shouldFollowPartsThatComeAndGo() throws Exception {
        Channel<String> first = channel("come-first");
        metrics.bindTo(scrape.registry);
        Channel<String> second = channel("come-second");
        second.send("a");
        assertThat(depthOf("come-")).isEqualTo(DEPTH + "{name=\"come-first\"} 0.0");

        metrics.refresh();
        assertThat(depthOf("come-"))
                .isEqualTo(DEPTH + "{name=\"come-first\"} 0.0\n" + DEPTH + "{name=\"come-second\"} 1.0");

        first.close();
        metrics.refresh();
        assertThat(depthOf("come-")).isEqualTo(DEPTH + "{name=\"come-second\"} 1.0");
        second.close();
    }

    @Test
    void shouldFollowByAThreadOfItsOwn() {
        try (RopewalkMetrics often = new RopewalkMetrics(Tags.empty(), 10, Duration.ofMillis(1))) {
            often.bindTo(scrape.registry);
            Channel<String> channel = channel("seen-by-itself");
            Await.until("the channel has meters", () -> !depthOf("seen-by").isEmpty());
            channel.close();
            Await.until("its meters are removed", () -> depthOf("seen-by").isEmpty());
        }
    }

    @Test
    void shouldBeginAnewWithAPartThatHasTheNameOfOneBefore() throws Exception {
        metrics.bindTo(scrape.registry);
        try (BoundedExecutor before = executor("successor")) {
            before.submit(() -> {}).get();
            metrics.refresh();
        }
        assertThat(scrape.linesWith("completed_tasks_total{name=\"successor\"}"))
                .endsWith(" 1.0");
        try (BoundedExecutor after = executor("successor")) {
            metrics.refresh();
            assertThat(scrape.linesWith("completed_tasks_total{name=\"successor\"}"))
                    .endsWith(" 0.0");
            assertThat(after.isShutdown()).isFalse();
        }
    }

    @Test
    void shouldTellPartsOfOneNameApart() {
        Channel<String> first = channel("twin");
        Channel<String> second = channel("twin");
        metrics.bindTo(scrape.registry);

        assertThat(depthOf("twin").lines()).hasSize(2).anyMatch(line -> line.matches(".*\"twin#\\d+\".*"));
        first.close();
        second.close();
    }

    @Test
    void shouldForgetAPartThatTheProgramForgets() {
        bindWithALimiter("forgotten-limiter");
        Await.until("the limiter is forgotten", () -> {
            System.gc();
            return !Limiter.live().containsKey("forgotten-limiter");
        });
        assertThat(scrape.linesWith("limiter_limit_requests{name=\"forgotten-limiter\"}"))
                .endsWith(" NaN");
        assertThat(scrape.linesWith("admitted_requests_total{name=\"forgotten-limiter\"}"))
                .endsWith(" 1.0");

        metrics.refresh();
        assertThat(scrape.linesWith("forgotten-limiter")).isEmpty();
    }

    private void bindWithALimiter(String name) {
        Limiter limiter = Limiter.fixed(2).name(name).build();
        limiter.tryAcquire().orElseThrow().succeed();
        metrics.bindTo(scrape.registry);
        assertThat(scrape.linesWith("limiter_limit_requests{name=\"" + name)).endsWith(" 2.0");
    }

    @Test
    void shouldFollowTheStagesOfAPipeline() throws Exception {
        try (Pipeline<Object> pipeline = Pipeline.<Object>builder(Object::new)
                .name("stages")
                .stage("one", (event, sequence, endOfBatch) -> {})
                .build()) {
            metrics.bindTo(scrape.registry);
            String lag = "stage_lag_events{name=\"stages\"";
            assertThat(scrape.linesWith(lag)).contains("\"one\"").doesNotContain("\"two\"");

            pipeline.add(Stage.of("two", (event, sequence, endOfBatch) -> {}));
            metrics.refresh();
            assertThat(scrape.linesWith(lag)).contains("\"one\"", "\"two\"");

            assertThat(pipeline.remove("one")).isTrue();
            metrics.refresh();
            assertThat(scrape.linesWith(lag)).contains("\"two\"").doesNotContain("\"one\"");
        }
    }

    @Test
    void shouldRemoveAllMetersWhenItIsClosed() {
        var all = new Scrape();
        Channel<String> channel = channel("removed");
        var closed = new RopewalkMetrics(Tags.empty());
        closed.bindTo(all.registry);
        assertThat(all.registry.getMeters()).isNotEmpty();

        closed.close();
        closed.refresh();
        assertThat(all.registry.getMeters()).isEmpty();
        assertThat(all.text()).isEmpty();
        assertThatExceptionOfType(IllegalStateException.class)
                .isThrownBy(() -> closed.bindTo(all.registry))
                .withMessageContaining("closed");
        channel.close();
    }

    @Test
    void shouldBindARegistryOnceAndLeaveOneThatIsClosed() {
        metrics.bindTo(scrape.registry);
        Channel<String> channel = channel("after-the-end");
        metrics.bindTo(scrape.registry);
        assertThat(depthOf("after-the-end")).isEmpty();

        scrape.registry.close();
        metrics.refresh();
        assertThat(depthOf("after-the-end")).isEmpty();
        channel.close();
    }

    @Test
    void shouldGiveMetersToSoManyNamesAndCountTheRest() {
        List<Channel<String>> channels = new ArrayList<>();
        for (int i = 0; i < MANY; i++) {
            channels.add(channel("many-" + i));
        }
        try (CapturedLog log = new CapturedLog("dev.ropewalk.micrometer");
                RopewalkMetrics few = new RopewalkMetrics(Tags.empty(), 10)) {
            few.bindTo(scrape.registry);
            few.refresh();

            assertThat(scrape.linesWith(DEPTH).lines()).hasSize(10);
            double live = valueOf("ropewalk_parts{kind=\"channel\"}");
            assertThat(live).isGreaterThanOrEqualTo(MANY);
            assertThat(valueOf("ropewalk_parts_left_out{kind=\"channel\"}")).isEqualTo(live - 10);
            assertThat(log.messages("10 names in kind channel")).hasSize(1);
        }
        channels.forEach(Channel::close);
    }

    private double valueOf(String meter) {
        String line = scrape.linesWith(meter);
        return Double.parseDouble(line.substring(line.lastIndexOf(' ')));
    }

    @Test
    void shouldLeaveAPartItsOwnBinder() {
        Channel<String> channel = channel("bound-before");
        try (ChannelMetrics own = new ChannelMetrics(channel, "bound-before", Tags.empty())) {
            own.bindTo(scrape.registry);
            metrics.bindTo(scrape.registry);
            assertThat(depthOf("bound-before").lines()).hasSize(1);
            metrics.close();
            assertThat(depthOf("bound-before").lines()).hasSize(1);
        }
        assertThat(depthOf("bound-before")).isEmpty();
    }

    @Test
    void shouldShareARegistryWithAnother() {
        Channel<String> channel = channel("followed-twice");
        metrics.bindTo(scrape.registry);
        var another = new RopewalkMetrics(Tags.empty());
        another.bindTo(scrape.registry);
        assertThat(depthOf("followed-twice").lines()).hasSize(1);

        metrics.close();
        assertThat(scrape.registry.getMeters()).isEmpty();
        another.refresh();
        assertThat(depthOf("followed-twice").lines()).hasSize(1);
        assertThat(valueOf("ropewalk_parts{kind=\"channel\"}")).isPositive();
        another.close();
        channel.close();
    }

    @Test
    void shouldGiveMetersToAHundredStagesOfAPipeline() throws Exception {
        try (CapturedLog log = new CapturedLog("dev.ropewalk.micrometer");
                Pipeline<Object> pipeline = Pipeline.<Object>builder(Object::new)
                        .name("changing")
                        .stage("one", (event, sequence, endOfBatch) -> {})
                        .build()) {
            metrics.bindTo(scrape.registry);
            for (int i = 0; i < 100; i++) {
                pipeline.add(Stage.of("stage " + i, (event, sequence, endOfBatch) -> {}));
                metrics.refresh();
                assertThat(pipeline.remove("stage " + i)).isTrue();
            }
            assertThat(log.messages("'stage 99' and what else comes gets no meters"))
                    .singleElement()
                    .asString()
                    .startsWith("there have been 100 names in pipeline [tag(name=changing)]");
        }
    }

    @Test
    void shouldRefuseABoundThatLeavesNoName() {
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> new RopewalkMetrics(Tags.empty(), 0))
                .withMessage("maxNames is 0; it must be above zero");
    }
}
