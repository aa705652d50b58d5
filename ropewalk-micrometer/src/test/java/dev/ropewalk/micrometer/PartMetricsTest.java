package dev.ropewalk.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.journal.Appender;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.pipeline.Stage;
import dev.ropewalk.task.BoundedExecutor;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.CapturedLog;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.jvm.ExecutorServiceMetrics;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.lang.ref.WeakReference;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PartMetricsTest {
    @TempDir
    Path directory;

    private final Scrape scrape = new Scrape();

    private final Channel<String> first = Channel.buffered(1);
    private final Channel<String> second = Channel.buffered(1);

    private static ChannelMetrics metrics(Channel<?> channel) {
        return new ChannelMetrics(channel, "orders", Tags.empty());
    }

    @Test
    void shouldRemoveTheMetersOfItsPartOnly() {
        ChannelMetrics closed = metrics(second);
        try (ChannelMetrics kept = new ChannelMetrics(first, "kept", Tags.empty())) {
            kept.bindTo(scrape.registry);
            closed.bindTo(scrape.registry);
            String both = scrape.text();
            closed.close();

            assertThat(scrape.linesWith("depth")).isEqualTo("ropewalk_channel_depth_elements{name=\"kept\"} 0.0");
            closed.bindTo(scrape.registry);
            assertThat(scrape.text()).isEqualTo(both);
        }
        closed.close();
        assertThat(scrape.registry.getMeters()).isEmpty();
    }

    @Test
    void shouldRefuseASecondPartOfOneName() {
        ChannelMetrics ofAnother = metrics(second);
        try (ChannelMetrics of = metrics(first)) {
            of.bindTo(scrape.registry);

            assertThatExceptionOfType(IllegalArgumentException.class)
                    .isThrownBy(() -> ofAnother.bindTo(scrape.registry))
                    .withMessageStartingWith("the meters of another channel have the tags [tag(name=orders)] in ");
            ofAnother.close();
            assertThat(scrape.linesWith("depth")).endsWith(" 0.0");
        }
    }

    @Test
    void shouldBindAPartOnce() {
        try (ChannelMetrics once = metrics(first)) {
            once.bindTo(scrape.registry);
            try (ChannelMetrics again = metrics(first)) {
                again.bindTo(scrape.registry);
            }
            assertThat(scrape.linesWith("depth").lines()).hasSize(1);
        }
        assertThat(scrape.registry.getMeters()).isEmpty();
    }

    @Test
    void shouldNotKeepItsPartAlive() {
        ChannelMetrics metrics = metrics(Channel.buffered(1));
        metrics.bindTo(scrape.registry);
        Await.until("the channel is collected", () -> {
            System.gc();
            return scrape.linesWith("depth").endsWith(" NaN");
        });

        try (ChannelMetrics ofNext = metrics(first)) {
            ofNext.bindTo(scrape.registry);
            assertThat(scrape.linesWith("depth")).endsWith(" 0.0");
            metrics.close();
            assertThat(scrape.linesWith("depth")).endsWith(" 0.0");
        }
    }

    @Test
    void shouldNotKeepTheRegistryAlive() {
        try (ChannelMetrics metrics = metrics(first)) {
            WeakReference<?> registry = bindToRegistryThatIsForgotten(metrics);
            Await.until("the registry is collected", () -> {
                System.gc();
                return registry.refersTo(null);
            });
        }
    }

    private static WeakReference<?> bindToRegistryThatIsForgotten(ChannelMetrics metrics) {
        var registry = new Scrape().registry;
        metrics.bindTo(registry);
        return new WeakReference<>(registry);
    }

    @Test
    void shouldGoOnWithAPartThatHasEnded() {
        Journal journal = Journal.open(directory);
        try (Appender appender = journal.appender()) {
            appender.append(new byte[1]);
        }
        try (JournalMetrics metrics = new JournalMetrics(journal, "trades", Tags.empty())) {
            metrics.bindTo(scrape.registry);
            assertThat(scrape.linesWith("appended")).endsWith(" 1.0");
            journal.close();

            assertThat(scrape.linesWith("appended")).endsWith(" 1.0");
            assertThat(scrape.linesWith("segments")).endsWith(" NaN");
        }
    }

    @Test
    void shouldFollowStagesWhenItIsTold() throws Exception {
        try (Pipeline<Object> pipeline = Pipeline.<Object>builder(Object::new)
                        .stage("one", (event, sequence, endOfBatch) -> {})
                        .build();
                PipelineMetrics metrics = new PipelineMetrics(pipeline, "orders", Tags.empty())) {
            metrics.bindTo(scrape.registry);
            pipeline.add(Stage.of("two", (event, sequence, endOfBatch) -> {}));
            assertThat(pipeline.remove("one")).isTrue();
            assertThat(scrape.linesWith("stage_lag")).endsWith("stage=\"one\"} NaN");

            metrics.refresh();
            assertThat(scrape.linesWith("stage_lag")).endsWith("stage=\"two\"} 0.0");
        }
    }

    @Test
    void shouldLeaveAnotherBinderItsMeters() {
        try (CapturedLog quiet = new CapturedLog("dev.ropewalk.micrometer");
                ExecutorService pool = Executors.newFixedThreadPool(1);
                BoundedExecutor executor = BoundedExecutor.builder(2).build()) {
            new ExecutorServiceMetrics(pool, "db", Tags.empty()).bindTo(scrape.registry);
            List<Meter> before = scrape.registry.getMeters();
            try (BoundedExecutorMetrics metrics = new BoundedExecutorMetrics(executor, "db", Tags.empty())) {
                metrics.bindTo(scrape.registry);
                assertThat(scrape.linesWith("executor_pool_max_threads")).endsWith(" 1.0");
                assertThat(scrape.linesWith("ropewalk_executor_rejected")).endsWith(" 0.0");
            }
            assertThat(scrape.registry.getMeters()).containsExactlyInAnyOrderElementsOf(before);
            assertThat(quiet.messages("from elsewhere")).hasSizeLessThan(2);
        }
    }

    @Test
    void shouldReachTheRegistriesOfAComposite() {
        var composite = new CompositeMeterRegistry();
        try (ChannelMetrics metrics = metrics(first)) {
            metrics.bindTo(composite);
            composite.add(scrape.registry);
            assertThat(scrape.linesWith("depth")).endsWith(" 0.0");
        }
        assertThat(scrape.registry.getMeters()).isEmpty();
    }
}
