package dev.ropewalk.pipeline.snippets;

import dev.ropewalk.cpu.CpuSet;
import dev.ropewalk.pipeline.EventClaim;
import dev.ropewalk.pipeline.EventHandler;
import dev.ropewalk.pipeline.EventSubscriber;
import dev.ropewalk.pipeline.FailurePolicy;
import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.pipeline.PipelineBuilder;
import dev.ropewalk.pipeline.PipelineCloseReport;
import dev.ropewalk.pipeline.Poller;
import dev.ropewalk.pipeline.Producer;
import dev.ropewalk.pipeline.Stage;
import dev.ropewalk.pipeline.WaitStrategy;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.function.LongPredicate;

/** The code that the documentation of pipelines shows. */
@SuppressWarnings("unused") // it shows what can be called
abstract class PipelineSnippets {
    private final EventHandler<Order> decoder;
    private final EventHandler<Order> journaller;
    private final EventHandler<Order> replicator;
    private final EventHandler<Order> watcher;
    private final EventHandler<Order> books;

    PipelineSnippets(EventHandler<Order> any) {
        decoder = any;
        journaller = any;
        replicator = any;
        watcher = any;
        books = any;
    }

    static final class Order {
        long customer;
        long amount;

        long customer() {
            return customer;
        }

        void set(long newCustomer, long newAmount) {
            customer = newCustomer;
            amount = newAmount;
        }

        void read(byte[] bytes) {
            amount = bytes.length;
        }

        void decode() {
            amount++;
        }

        void price() {
            amount--;
        }
    }

    abstract static class Accounts implements EventHandler<Order> {}

    void overview(byte[] bytes) throws InterruptedException {
        // @start region="overview" :
        try (Pipeline<Order> pipeline = Pipeline.builder(Order::new)
                .capacity(4096)
                .stage("decode", (order, sequence, endOfBatch) -> order.decode())
                .parallel(journaller, replicator)
                .then(books)
                .build()) {
            pipeline.publish((order, sequence) -> order.read(bytes));
        }
        // @end
    }

    void builder() {
        // @start region="builder" :
        Pipeline<Order> pipeline = Pipeline.builder(Order::new)
                .capacity(4096)
                .stage("decode", decoder)
                .parallel(journaller, replicator) // a diamond: both after decoding,
                .then(books) // and this after both
                .build();
        // @end
    }

    void producers(Pipeline<Order> pipeline, long customer, long amount) throws InterruptedException {
        // @start region="producer" :
        Producer<Order> orders = pipeline.producer();
        try (EventClaim<Order> claim = orders.claim()) {
            claim.event().set(customer, amount);
            claim.publish();
        }
        // @end
    }

    void claims(Producer<Order> orders) throws InterruptedException {
        // @start region="claim" :
        try (EventClaim<Order> claim = orders.claim()) {
            claim.event().amount = 100;
            claim.publish();
        }
        // @end
    }

    void shapes(PipelineBuilder<Order> builder, Accounts[] accounts) {
        // @start region="shapes" :
        builder = builder.sharded(2, Order::customer, shard -> accounts[shard])
                .workers(3, worker -> (order, sequence, endOfBatch) -> order.price());
        // @end
    }

    void stages() {
        // @start region="stage" :
        Stage<Order> journal = Stage.of("journal", journaller)
                .after("decode")
                .waiting(WaitStrategy.busySpin())
                .pinnedTo(CpuSet.of(3));
        // @end
    }

    void failures() {
        // @start region="failures" :
        Stage<Order> journal = Stage.of("journal", journaller)
                .after("decode")
                .waiting(WaitStrategy.yielding())
                .onFailure(FailurePolicy.retry(5, Duration.ofMillis(1), Duration.ofSeconds(1))
                        .orStop());
        // @end
    }

    void changes(Pipeline<Order> pipeline) throws Exception {
        // @start region="changes" :
        pipeline.add(Stage.of("watch", watcher).after("books"));
        pipeline.remove("watch");
        try (Poller<Order> poller = pipeline.poller("ui")) {
            int fetched = poller.poll(16, books);
        }
        // @end
    }

    void closing(Pipeline<Order> pipeline) {
        // @start region="closing" :
        PipelineCloseReport report = pipeline.close(Duration.ofSeconds(5));
        // @end
    }

    static final class Books implements EventHandler<Order> {
        private final Map<Long, Long> balances = new HashMap<>();

        @Override
        public void onEvent(Order order, long sequence, boolean endOfBatch) {
            balances.merge(order.customer, order.amount, Long::sum);
        }

        // @start region="moveTo" :
        void moveTo(Books other, LongPredicate keys) {
            balances.entrySet().removeIf(entry -> {
                boolean moves = keys.test(entry.getKey());
                if (moves) {
                    other.balances.put(entry.getKey(), entry.getValue());
                }
                return moves;
            });
        }
        // @end
    }

    void shards() {
        // @start region="shards" :
        Stage<Order> stage = Stage.sharded("books", 4, Order::customer, shard -> new Books(), Books::moveTo);
        // @end
    }

    void publisher(Pipeline<Order> pipeline, Flow.Subscriber<Long> customers) {
        // @start region="publisher" :
        pipeline.publisher("web", Order::customer).after("decode").subscribe(customers);
        // @end
    }

    void subscriber(Pipeline<Order> pipeline, Flow.Publisher<byte[]> web) {
        // @start region="subscriber" :
        EventSubscriber<byte[]> orders = pipeline.subscriber(Order::read);
        web.subscribe(orders);
        CompletableFuture<Void> closed = orders.done().thenRunAsync(pipeline::close);
        // @end
    }
}
