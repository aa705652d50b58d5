package dev.ropewalk.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.channel.Channel;
import dev.ropewalk.journal.Appender;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.Demand;
import dev.ropewalk.limit.Grant;
import dev.ropewalk.limit.Limiter;
import dev.ropewalk.limit.Permit;
import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.task.BoundedExecutor;
import dev.ropewalk.testing.Await;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.jvm.ExecutorServiceMetrics;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What Prometheus gets from a part with known figures. */
class ExpositionTest {
    private static final int EVENTS = 5;
    private static final String BY_THREADS =
            "(?m)^(.*(?:stalls|batches|runs|hits|steals|rehomed|parks|wait_seconds).*) \\S+$";

    @TempDir
    Path directory;

    private final Scrape scrape = new Scrape();
    private final Channel<String> channel = Channel.buffered(4);

    /** Returns the lines without comments, and without the values of what depends on the threads. */
    private String figures() {
        return scrape.linesWith("{").replaceAll(BY_THREADS, "$1 ?");
    }

    @Test
    void shouldShowAChannel() throws Exception {
        channel.send("a");
        channel.send("b");
        channel.send("c");
        assertThat(channel.receive()).isEqualTo("a");

        new ChannelMetrics(channel, "orders", Tags.of("shop", "north")).bindTo(scrape.registry);

        assertThat(scrape.text()).isEqualTo("""
                # HELP ropewalk_channel_depth_elements The elements in the buffer
                # TYPE ropewalk_channel_depth_elements gauge
                ropewalk_channel_depth_elements{name="orders",shop="north"} 2.0
                # HELP ropewalk_channel_received_elements_total The elements that were received
                # TYPE ropewalk_channel_received_elements_total counter
                ropewalk_channel_received_elements_total{name="orders",shop="north"} 1.0
                # HELP ropewalk_channel_refused_total The sends that have found no room and may not wait, or not longer
                # TYPE ropewalk_channel_refused_total counter
                ropewalk_channel_refused_total{name="orders",shop="north"} 0.0
                # HELP ropewalk_channel_sent_elements_total The elements that were sent
                # TYPE ropewalk_channel_sent_elements_total counter
                ropewalk_channel_sent_elements_total{name="orders",shop="north"} 3.0
                # HELP ropewalk_channel_undelivered_elements_total The elements that were sent and dropped, or given up when the channel failed
                # TYPE ropewalk_channel_undelivered_elements_total counter
                ropewalk_channel_undelivered_elements_total{name="orders",shop="north"} 0.0
                # HELP ropewalk_channel_waiting_receivers The parties that wait to receive
                # TYPE ropewalk_channel_waiting_receivers gauge
                ropewalk_channel_waiting_receivers{name="orders",shop="north"} 0.0
                # HELP ropewalk_channel_waiting_senders The parties that wait to send
                # TYPE ropewalk_channel_waiting_senders gauge
                ropewalk_channel_waiting_senders{name="orders",shop="north"} 0.0
                """);
    }

    @Test
    void shouldEscapeStrangeCharactersInNames() {
        new ChannelMetrics(channel, "a \"b\" \\ c\nd {ü} \uD83D\uDE00", Tags.empty()).bindTo(scrape.registry);

        assertThat(scrape.linesWith("depth"))
                .isEqualTo(
                        "ropewalk_channel_depth_elements" + "{name=\"a \\\"b\\\" \\\\ c\\nd {ü} \uD83D\uDE00\"} 0.0");
    }

    @Test
    void shouldShowALimiter() {
        Limiter limiter = Limiter.fixed(2).build();
        Permit first = limiter.tryAcquire().orElseThrow();
        limiter.tryAcquire().orElseThrow().succeed();
        Permit second = limiter.tryAcquire().orElseThrow();
        assertThat(limiter.tryAcquire()).isEmpty();
        var waiting = limiter.acquireAsync();

        new LimiterMetrics(limiter, "database", Tags.empty()).bindTo(scrape.registry);

        assertThat(figures()).isEqualTo("""
                ropewalk_limiter_active_requests{name="database"} 2.0
                ropewalk_limiter_admitted_requests_total{name="database"} 3.0
                ropewalk_limiter_cancelled_requests_total{name="database"} 0.0
                ropewalk_limiter_expired_requests_total{name="database"} 0.0
                ropewalk_limiter_limit_requests{name="database"} 2.0
                ropewalk_limiter_rejected_requests_total{name="database"} 1.0
                ropewalk_limiter_wait_seconds_count{name="database"} ?
                ropewalk_limiter_wait_seconds_sum{name="database"} ?
                ropewalk_limiter_waiting_requests{name="database"} 1.0""");
        assertThat(scrape.linesWith("wait")).contains("wait_seconds_count{name=\"database\"} 0\n");
        first.succeed();
        waiting.join().succeed();
        second.succeed();

        assertThat(scrape.linesWith("wait")).contains("wait_seconds_count{name=\"database\"} 1\n");
        double seconds = limiter.stats().waits().total().toNanos() / 1e9;
        assertThat(scrape.linesWith("wait_seconds_sum")).endsWith(" " + seconds);
    }

    @Test
    void shouldShowABudget() throws Exception {
        try (Budget budget =
                Budget.builder().resource("calls", 3).resource("bytes", 100).build()) {
            Grant grant = budget.acquire(Demand.of("calls", 1).and("bytes", 40));
            new BudgetMetrics(budget, "fetch", Tags.empty()).bindTo(scrape.registry);

            assertThat(figures()).isEqualTo("""
                    ropewalk_budget_active_requests{name="fetch"} 1.0
                    ropewalk_budget_admitted_requests_total{name="fetch"} 1.0
                    ropewalk_budget_cancelled_requests_total{name="fetch"} 0.0
                    ropewalk_budget_expired_requests_total{name="fetch"} 0.0
                    ropewalk_budget_rejected_requests_total{name="fetch"} 0.0
                    ropewalk_budget_resource_available{name="fetch",resource="bytes"} 60.0
                    ropewalk_budget_resource_available{name="fetch",resource="calls"} 2.0
                    ropewalk_budget_resource_capacity{name="fetch",resource="bytes"} 100.0
                    ropewalk_budget_resource_capacity{name="fetch",resource="calls"} 3.0
                    ropewalk_budget_resource_reserved{name="fetch",resource="bytes"} 0.0
                    ropewalk_budget_resource_reserved{name="fetch",resource="calls"} 0.0
                    ropewalk_budget_resource_used{name="fetch",resource="bytes"} 40.0
                    ropewalk_budget_resource_used{name="fetch",resource="calls"} 1.0
                    ropewalk_budget_resource_waiting_requests{name="fetch",resource="bytes"} 0.0
                    ropewalk_budget_resource_waiting_requests{name="fetch",resource="calls"} 0.0
                    ropewalk_budget_wait_seconds_count{name="fetch"} ?
                    ropewalk_budget_wait_seconds_sum{name="fetch"} ?
                    ropewalk_budget_waiting_requests{name="fetch"} 0.0""");
            grant.close();
        }
    }

    @Test
    void shouldShowAnExecutorByTheNamesOfMicrometer() throws Exception {
        var goOn = new CountDownLatch(1);
        try (BoundedExecutor executor = BoundedExecutor.builder(1).build()) {
            executor.submit(() -> {}).get();
            Await.until("the first task is done", () -> executor.stats().inFlight() == 0);
            executor.execute(() -> awaitQuietly(goOn));
            executor.execute(() -> {});

            new BoundedExecutorMetrics(executor, "fetch", Tags.empty()).bindTo(scrape.registry);

            assertThat(figures()).isEqualTo("""
                    executor_active_threads{name="fetch"} 1.0
                    executor_completed_tasks_total{name="fetch"} 1.0
                    executor_pool_max_threads{name="fetch"} 1.0
                    executor_pool_size_threads{name="fetch"} 1.0
                    executor_queued_tasks{name="fetch"} 1.0
                    ropewalk_executor_cancelled_tasks_total{name="fetch"} 0.0
                    ropewalk_executor_expired_tasks_total{name="fetch"} 0.0
                    ropewalk_executor_rejected_tasks_total{name="fetch"} 0.0
                    ropewalk_executor_wait_seconds_count{name="fetch"} ?
                    ropewalk_executor_wait_seconds_sum{name="fetch"} ?""");
            goOn.countDown();
        }
        assertThat(scrape.linesWith("completed")).endsWith(" 3.0");
    }

    @Test
    void shouldCallTheMetersOfAnExecutorAsMicrometerDoes() {
        var known = new SimpleMeterRegistry();
        try (ExecutorService pool = Executors.newFixedThreadPool(1);
                BoundedExecutor executor = BoundedExecutor.builder(1).build()) {
            new ExecutorServiceMetrics(pool, "fetch", Tags.empty()).bindTo(known);
            new BoundedExecutorMetrics(executor, "fetch", Tags.empty()).bindTo(scrape.registry);

            assertThat(scrape.registry.getMeters())
                    .map(Meter::getId)
                    .filteredOn(id -> id.getName().startsWith("executor."))
                    .hasSize(5)
                    .allSatisfy(id -> {
                        Meter.Id same = known.get(id.getName())
                                .tags(id.getTags())
                                .meter()
                                .getId();
                        assertThat(id.getBaseUnit()).isEqualTo(same.getBaseUnit());
                        assertThat(id.getDescription()).isEqualTo(same.getDescription());
                        assertThat(id.getType()).isEqualTo(same.getType());
                    });
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void shouldShowAPipelineAndItsStages() throws Exception {
        var handled = new CountDownLatch(2 * EVENTS);
        try (Pipeline<Object> pipeline = Pipeline.<Object>builder(Object::new)
                .capacity(8)
                .stage("decode", (event, sequence, endOfBatch) -> handled.countDown())
                .stage("books", (event, sequence, endOfBatch) -> handled.countDown())
                .build()) {
            for (int i = 0; i < EVENTS; i++) {
                pipeline.publish((event, sequence) -> {});
            }
            handled.await();
            Await.until("all places are free", () -> pipeline.stats().remainingCapacity() == 8);

            new PipelineMetrics(pipeline, "orders", Tags.empty()).bindTo(scrape.registry);

            assertThat(figures()).isEqualTo("""
                    ropewalk_pipeline_capacity_events{name="orders"} 8.0
                    ropewalk_pipeline_claimed_events_total{name="orders"} 5.0
                    ropewalk_pipeline_producer_stalls_total{name="orders"} ?
                    ropewalk_pipeline_remaining_events{name="orders"} 8.0
                    ropewalk_pipeline_stage_batches_total{name="orders",stage="books"} ?
                    ropewalk_pipeline_stage_batches_total{name="orders",stage="decode"} ?
                    ropewalk_pipeline_stage_dropped_events_total{name="orders",stage="books"} 0.0
                    ropewalk_pipeline_stage_dropped_events_total{name="orders",stage="decode"} 0.0
                    ropewalk_pipeline_stage_failures_total{name="orders",stage="books"} 0.0
                    ropewalk_pipeline_stage_failures_total{name="orders",stage="decode"} 0.0
                    ropewalk_pipeline_stage_handled_events_total{name="orders",stage="books"} 5.0
                    ropewalk_pipeline_stage_handled_events_total{name="orders",stage="decode"} 5.0
                    ropewalk_pipeline_stage_lag_events{name="orders",stage="books"} 0.0
                    ropewalk_pipeline_stage_lag_events{name="orders",stage="decode"} 0.0
                    ropewalk_pipeline_stage_stalls_total{name="orders",stage="books"} ?
                    ropewalk_pipeline_stage_stalls_total{name="orders",stage="decode"} ?""");
        }
    }

    @Test
    void shouldShowASchedulerWithItsWorkersTogether() throws Exception {
        try (Scheduler scheduler =
                Scheduler.builder().workers(2).maxSpareWorkers(0).build()) {
            var done = new CountDownLatch(EVENTS);
            for (int i = 0; i < EVENTS; i++) {
                scheduler.execute(done::countDown);
            }
            done.await();
            Await.until("all tasks are counted", () -> scheduler.stats().tasks() == EVENTS);

            new SchedulerMetrics(scheduler, "work", Tags.empty()).bindTo(scrape.registry);

            assertThat(figures()).isEqualTo("""
                    ropewalk_scheduler_blocked_threads{name="work"} 0.0
                    ropewalk_scheduler_completed_tasks_total{name="work"} 5.0
                    ropewalk_scheduler_home_hits_total{name="work"} ?
                    ropewalk_scheduler_long_tasks_total{name="work"} 0.0
                    ropewalk_scheduler_longest_wait_seconds{name="work"} ?
                    ropewalk_scheduler_parks_total{name="work"} ?
                    ropewalk_scheduler_queued_tasks{name="work"} 0.0
                    ropewalk_scheduler_rehomed_total{name="work"} ?
                    ropewalk_scheduler_runs_total{name="work"} ?
                    ropewalk_scheduler_starvations_total{name="work"} 0.0
                    ropewalk_scheduler_steals_total{name="work"} ?
                    ropewalk_scheduler_workers_threads{name="work"} 2.0""");
        }
    }

    @Test
    void shouldShowAnActorSystem() {
        try (ActorSystem system = ActorSystem.create("shop")) {
            new ActorSystemMetrics(system, "shop", Tags.empty()).bindTo(scrape.registry);

            assertThat(figures()).isEqualTo("""
                    ropewalk_actor_dead_letters_total{name="shop"} 0.0
                    ropewalk_actor_dropped_messages_total{name="shop"} 0.0
                    ropewalk_actor_failures_total{name="shop"} 0.0
                    ropewalk_actor_live_actors{name="shop"} 0.0
                    ropewalk_actor_processed_messages_total{name="shop"} 0.0
                    ropewalk_actor_restarts_total{name="shop"} 0.0
                    ropewalk_actor_waiting_messages{name="shop"} 0.0""");
        }
    }

    @Test
    void shouldShowAJournal() {
        try (Journal journal = Journal.open(directory);
                Appender appender = journal.appender()) {
            appender.append(new byte[10]);
            journal.force();
            double forced = journal.stats().endPosition();
            appender.append(new byte[10]);
            double written = journal.stats().endPosition();

            new JournalMetrics(journal, "trades", Tags.empty()).bindTo(scrape.registry);

            assertThat(figures()).isEqualTo("""
                    ropewalk_journal_appended_records_total{name="trades"} 2.0
                    ropewalk_journal_forced_bytes_total{name="trades"} %s
                    ropewalk_journal_kept_records{name="trades"} 2.0
                    ropewalk_journal_poisoned{name="trades"} 0.0
                    ropewalk_journal_segments_files{name="trades"} 1.0
                    ropewalk_journal_unforced_bytes{name="trades"} %s
                    ropewalk_journal_written_bytes_total{name="trades"} %s""".formatted(forced, written - forced, written));
        }
    }
}
