package dev.ropewalk.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How pipelines are used. */
class ExamplesTest {
    private static final Duration LONG = Duration.ofSeconds(20);

    /** An event. */
    private static final class Order {
        String text = "";
        int customer;
        long amount;

        int customer() {
            return customer;
        }

        void read(String line) {
            text = line;
        }

        void decode() {
            String[] words = text.split(" ", 2);
            customer = Integer.parseInt(words[0]);
            amount = Long.parseLong(words[1]);
        }
    }

    private final Scheduler scheduler = Scheduler.create();
    private final List<String> journal = new CopyOnWriteArrayList<>();
    private final EventHandler<Order> journaller = (order, sequence, endOfBatch) -> journal.add(order.text);
    private final AtomicLong sum = new AtomicLong();
    private final EventHandler<Order> books = (order, sequence, endOfBatch) -> sum.addAndGet(order.amount);

    @AfterEach
    void close() {
        scheduler.close();
    }

    @Test
    void shouldBookOrdersThatAreJournalledAndReplicated() throws InterruptedException {
        List<String> replica = new CopyOnWriteArrayList<>();
        EventHandler<Order> replicator = (order, sequence, endOfBatch) -> replica.add(order.text);
        try (Pipeline<Order> pipeline = Pipeline.builder(Order::new)
                .capacity(4096)
                .stage("decode", (order, sequence, endOfBatch) -> order.decode())
                .parallel(journaller, replicator)
                .then(books)
                .build()) {
            pipeline.publish((order, sequence) -> order.read("7 100"));
            pipeline.publish((order, sequence) -> order.read("9 25"));
        }

        assertThat(sum).hasValue(125);
        assertThat(journal).isEqualTo(replica).containsExactly("7 100", "9 25");
    }

    @Test
    void shouldClaimAndPublishOrAbort() throws InterruptedException {
        try (Pipeline<Order> pipeline = Pipeline.builder(Order::new).then(books).build();
                Producer<Order> orders = pipeline.producer()) {
            try (EventClaim<Order> claim = orders.claim()) {
                claim.event().amount = 100;
                claim.publish();
            }
            try (EventClaim<Order> batch = orders.claim(3)) {
                for (int i = 0; i < batch.size(); i++) {
                    batch.event(i).amount = 1_000; // never published, so no stage sees it
                }
            }
        }

        assertThat(sum).hasValue(100);
    }

    @Test
    void shouldNeitherWaitNorBlock() {
        CompletableFuture<Long> later;
        try (Pipeline<Order> pipeline =
                Pipeline.builder(Order::new).capacity(1).then(books).build()) {
            if (!pipeline.tryPublish((order, sequence) -> order.amount = 1)) {
                throw new AssertionError("an empty ring has room");
            }
            later = pipeline.publishAsync((order, sequence) -> order.amount = 2, Runnable::run);
            later.join();
        }

        assertThat(later).isCompletedWithValue(1L);
        assertThat(sum).hasValue(3);
    }

    @Test
    void shouldKeepTheOrderOfEachCustomer() throws InterruptedException {
        List<List<Long>> amounts = List.of(new ArrayList<>(), new ArrayList<>());
        try (Pipeline<Order> pipeline = Pipeline.builder(Order::new)
                .sharded(
                        2,
                        Order::customer,
                        shard -> (order, sequence, endOfBatch) ->
                                amounts.get(order.customer).add(order.amount))
                .build()) {
            for (int i = 0; i < 100; i++) {
                int number = i;
                pipeline.publish((order, sequence) -> {
                    order.customer = number % 2;
                    order.amount = number;
                });
            }
        }

        assertThat(amounts).allSatisfy(ofOne -> assertThat(ofOne).hasSize(50).isSorted());
    }

    @Test
    void shouldShareUnevenWorkAndPassItOnInOrder() throws InterruptedException {
        List<Long> passed = new ArrayList<>();
        try (Pipeline<Order> pipeline = Pipeline.builder(Order::new)
                .workers(3, worker -> (order, sequence, endOfBatch) -> order.amount = sequence * sequence)
                .then((order, sequence, endOfBatch) -> passed.add(order.amount))
                .build()) {
            pipeline.publishBatch(50, (order, index) -> order.amount = 0);
        }

        assertThat(passed).hasSize(50).isSorted().endsWith(49L * 49L);
    }

    @Test
    void shouldSayForEachStageHowItWaitsAndFails() throws InterruptedException {
        List<Failure> reported = new CopyOnWriteArrayList<>();
        var first = ConcurrentHashMap.<Long>newKeySet();
        EventHandler<Order> flaky = (order, sequence, endOfBatch) -> {
            if (first.add(sequence)) {
                throw new IllegalStateException("the disk is busy");
            }
            journaller.onEvent(order, sequence, endOfBatch);
        };
        try (Pipeline<Order> pipeline = Pipeline.builder(Order::new)
                .onFailure(reported::add)
                .stage(Stage.of("journal", flaky)
                        .waiting(WaitStrategy.yielding())
                        .onFailure(FailurePolicy.retry(5, Duration.ofMillis(1), Duration.ofSeconds(1))
                                .orStop()))
                .stage(Stage.of("books", books).after("journal").waiting(WaitStrategy.backOff()))
                .build()) {
            pipeline.publish((order, sequence) -> order.amount = 1);
        }

        assertThat(reported).singleElement().satisfies(failure -> {
            assertThat(failure.stage()).isEqualTo("journal");
            assertThat(failure.action()).isEqualTo(Failure.Action.RETRY);
        });
        assertThat(sum).hasValue(1);
    }

    @Test
    void shouldRunOnASchedulerWithoutThreads() throws InterruptedException {
        try (Pipeline<Order> pipeline = Pipeline.builder(Order::new)
                .scheduler(scheduler)
                .capacity(8)
                .then(books)
                .build()) {
            pipeline.publish((order, sequence) -> order.amount = 5);
        }

        assertThat(sum).hasValue(5);
    }

    @Test
    void shouldWriteOnceForEachBatch() throws InterruptedException {
        List<List<String>> written = new CopyOnWriteArrayList<>();
        EventHandler<Order> writer = new EventHandler<>() {
            private final List<String> page = new ArrayList<>();

            @Override
            public void onEvent(Order order, long sequence, boolean endOfBatch) {
                page.add(order.text);
            }

            @Override
            public void onBatchEnd() {
                written.add(List.copyOf(page));
                page.clear();
            }
        };
        try (Pipeline<Order> pipeline =
                Pipeline.builder(Order::new).then(writer).build()) {
            pipeline.publishBatch(20, (order, index) -> order.read("line " + index));
        }

        assertThat(written.stream().mapToInt(List::size).sum()).isEqualTo(20);
    }

    @Test
    void shouldWatchForAWhile() throws Exception {
        try (Pipeline<Order> pipeline =
                Pipeline.builder(Order::new).stage("books", books).build()) {
            pipeline.add(Stage.of("watch", journaller).after("books"));
            pipeline.publish((order, sequence) -> order.read("seen"));
            Await.until("it is watched", () -> journal.size() == 1);
            pipeline.remove("watch");
            pipeline.publish((order, sequence) -> order.read("unseen"));
        }

        assertThat(journal).containsExactly("seen");
    }

    @Test
    void shouldFetchWhenItSuits() throws Exception {
        int fetched;
        try (Pipeline<Order> pipeline =
                        Pipeline.builder(Order::new).capacity(16).build();
                Poller<Order> poller = pipeline.poller("ui")) {
            pipeline.publishBatch(10, (order, index) -> order.amount = index);
            fetched = poller.poll(16, books);
        }

        assertThat(fetched).isEqualTo(10);
        assertThat(sum).hasValue(45);
    }

    @Test
    void shouldDropReferencesAndReportTheEnd() throws InterruptedException {
        List<String> dropped = new CopyOnWriteArrayList<>();
        Pipeline<Order> pipeline = Pipeline.builder(Order::new)
                .clear(order -> {
                    dropped.add(order.text);
                    order.text = "";
                })
                .stage("journal", journaller)
                .build();
        pipeline.publish((order, sequence) -> order.read("kept by the journal only"));
        PipelineCloseReport report = pipeline.close(LONG);

        assertThat(report.isComplete()).isTrue();
        assertThat(dropped).isEqualTo(journal).hasSize(1);
        assertThat(pipeline.stats().stages())
                .hasEntrySatisfying(
                        "journal", stats -> assertThat(stats.events()).isOne());
    }
}
