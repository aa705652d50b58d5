package dev.ropewalk.lab.guide;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.pipeline.EventClaim;
import dev.ropewalk.pipeline.EventHandler;
import dev.ropewalk.pipeline.FailurePolicy;
import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.pipeline.PipelineCloseReport;
import dev.ropewalk.pipeline.Poller;
import dev.ropewalk.pipeline.Producer;
import dev.ropewalk.pipeline.Stage;
import dev.ropewalk.pipeline.StageStats;
import dev.ropewalk.pipeline.WaitStrategy;
import dev.ropewalk.scheduler.Scheduler;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The code of docs/guide/pipelines.md, and what it computes. */
class PipelinesExamplesTest {
    private final Queue<Object> printed = new ConcurrentLinkedQueue<>();
    private final Scheduler scheduler = Scheduler.create();

    // @start region="order" :
    /** Made once for each place of the ring, and used again and again. */
    static final class Order {
        long customer;
        long amount;
        long tax;
    }
    // @end

    // @start region="rows" :
    /** Writes a batch at once, when it has its last event. */
    final class Rows implements EventHandler<Order> {
        private final List<Long> rows = new ArrayList<>();

        @Override
        public void onBatchStart(long size) {
            rows.clear(); // a batch that has failed comes again as a whole
        }

        @Override
        public void onEvent(Order order, long sequence, boolean endOfBatch) {
            rows.add(order.amount); // the value, not the event: its place is used again
            if (endOfBatch) {
                print(rows.size() + " rows");
            }
        }
    }
    // @end

    @AfterEach
    void close() {
        scheduler.close();
    }

    @Test
    void shouldPassThroughStages() throws InterruptedException {
        // @start region="smallest" :
        try (Pipeline<Order> pipeline = Pipeline.builder(Order::new)
                .capacity(1024) // a power of two
                .scheduler(scheduler)
                .stage("tax", (order, sequence, endOfBatch) -> order.tax = order.amount / 5)
                .stage("books", (order, sequence, endOfBatch) -> print(order.amount + order.tax))
                .build()) {
            pipeline.publish((order, sequence) -> order.amount = 100); // fills an event in place
            pipeline.publish((order, sequence) -> order.amount = 50);
        }
        // @end

        assertThat(printed).containsExactly(120L, 60L);
    }

    @Test
    void shouldTakeTheShapeOfTheGraph() throws InterruptedException {
        EventHandler<Order> journaller = (order, sequence, endOfBatch) -> order.tax = 1;
        EventHandler<Order> replicator = (order, sequence, endOfBatch) -> {};
        long[] balances = new long[2];
        // @start region="shapes" :
        try (Pipeline<Order> pipeline = Pipeline.builder(Order::new)
                .name("orders")
                .scheduler(scheduler)
                .stage("decode", (order, sequence, endOfBatch) -> order.customer = sequence % 2)
                .parallel(journaller, replicator) // beside each other, both after decode
                .sharded(
                        2,
                        order -> order.customer,
                        shard -> (order, sequence, endOfBatch) ->
                                balances[shard] += order.amount) // one shard for each customer, in order
                .workers(3, worker -> (order, sequence, endOfBatch) -> print(order.amount)) // whichever is free
                .build()) {
            for (int i = 1; i <= 10; i++) {
                long amount = i;
                pipeline.publish((order, sequence) -> order.amount = amount);
            }
        }
        // @end

        assertThat(printed).hasSize(10);
        assertThat(balances[0] + balances[1]).isEqualTo(55);
    }

    @Test
    void shouldClaim() throws InterruptedException {
        try (Pipeline<Order> pipeline = Pipeline.builder(Order::new)
                .stage("books", (order, sequence, endOfBatch) -> print(order.amount))
                .build()) {
            // @start region="claim" :
            try (Producer<Order> orders = pipeline.producer(); // of this thread
                    EventClaim<Order> claim = orders.claim()) {
                claim.event().amount = 100;
                claim.publish(); // what isn't published is aborted, and no stage sees it
            }
            // @end
        }

        assertThat(printed).containsExactly(100L);
    }

    @Test
    void shouldHoldPublishersUp() throws InterruptedException {
        var mayEnd = new CountDownLatch(1);
        try (Pipeline<Order> pipeline = Pipeline.builder(Order::new)
                .capacity(2)
                .stage("slow", (order, sequence, endOfBatch) -> mayEnd.await())
                .build()) {
            // @start region="full" :
            pipeline.publish((order, sequence) -> order.amount = 1);
            pipeline.publish((order, sequence) -> order.amount = 2);
            print(pipeline.tryPublish((order, sequence) -> order.amount = 3)); // false: the ring has two places
            var later = pipeline.publishAsync((order, sequence) -> order.amount = 3, scheduler);
            // @end
            mayEnd.countDown();

            assertThat(later.join()).isEqualTo(2);
        }
        assertThat(printed).containsExactly(false);
    }

    @Test
    void shouldSkipWhatHasFailed() throws InterruptedException {
        try (Pipeline<Order> pipeline = Pipeline.builder(Order::new)
                .scheduler(scheduler)
                // @start region="policies" :
                .stage(Stage.<Order>of("tax", (order, sequence, endOfBatch) -> order.tax = 100 / order.amount)
                        .onFailure(FailurePolicy.skip()))
                .stage(Stage.<Order>of("rows", new Rows())
                        .onFailure(FailurePolicy.rewind(5, Duration.ofMillis(1), Duration.ofSeconds(1))
                                .orStop()))
                .onFailure(failure -> print(failure.stage() + " has failed on " + failure.sequence()))
                // @end
                .build()) {
            pipeline.publishBatch(3, (order, index) -> order.amount = index);
            // @start region="closing" :
            PipelineCloseReport report = pipeline.close(Duration.ofSeconds(30)); // the stages finish what was published
            print(report.isComplete());
            // @end
        }

        assertThat(printed).startsWith("tax has failed on 0").endsWith(true);
        assertThat(printed.stream()
                        .filter(line -> line.toString().endsWith(" rows"))
                        .mapToInt(line -> Character.digit(line.toString().charAt(0), 10))
                        .sum())
                .isEqualTo(2);
    }

    @Test
    void shouldChangeWhileItRuns() throws Exception {
        try (Pipeline<Order> pipeline = Pipeline.builder(Order::new)
                .stage("books", (order, sequence, endOfBatch) -> {})
                .build()) {
            // @start region="changes" :
            pipeline.add(Stage.<Order>of("watch", (order, sequence, endOfBatch) -> print("seen"))
                    .after("books")
                    .waiting(WaitStrategy.parking()));
            try (Poller<Order> poller = pipeline.poller("ui")) {
                pipeline.publish((order, sequence) -> order.amount = 7);
                int fetched = poller.poll(16, (order, sequence, endOfBatch) -> print(order.amount)); // never waits
                print(fetched);
            }
            // @end
            // @start region="looking" :
            StageStats books = pipeline.stats().stages().get("books");
            print(books.lag() + " of " + pipeline.capacity() + " places wait for it");
            // @end
        }

        assertThat(printed).contains(7L, 1, "seen");
    }

    private void print(Object what) {
        printed.add(what);
    }
}
