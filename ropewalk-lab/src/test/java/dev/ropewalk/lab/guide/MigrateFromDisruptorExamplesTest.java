package dev.ropewalk.lab.guide;

import static org.assertj.core.api.Assertions.assertThat;

import com.lmax.disruptor.BlockingWaitStrategy;
import com.lmax.disruptor.ExceptionHandler;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.TimeoutException;
import com.lmax.disruptor.dsl.Disruptor;
import com.lmax.disruptor.dsl.ProducerType;
import com.lmax.disruptor.util.DaemonThreadFactory;
import dev.ropewalk.pipeline.EventClaim;
import dev.ropewalk.pipeline.EventHandler;
import dev.ropewalk.pipeline.FailurePolicy;
import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.pipeline.PipelineCloseReport;
import dev.ropewalk.pipeline.Producer;
import dev.ropewalk.pipeline.Stage;
import dev.ropewalk.pipeline.WaitStrategy;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The code of the page about moving from the Disruptor, with that of the Disruptor. */
class MigrateFromDisruptorExamplesTest {
    // @start region="event" :
    static final class Order {
        long customer;
        long amount;
        boolean isBad;
    }
    // @end

    /** Counts what each customer has ordered. */
    static final class Books {
        final Map<Long, Long> sums = new ConcurrentHashMap<>();

        void book(Order order) {
            sums.merge(order.customer, order.amount, Long::sum);
        }
    }

    @Test
    void shouldPublishByTheDisruptor() throws Exception {
        var total = new AtomicLong();
        // @start region="theirs" :
        Disruptor<Order> disruptor = new Disruptor<>(
                Order::new, 1024, DaemonThreadFactory.INSTANCE, ProducerType.SINGLE, new BlockingWaitStrategy());
        disruptor.handleEventsWith((order, sequence, endOfBatch) -> total.addAndGet(order.amount));
        RingBuffer<Order> ring = disruptor.start();
        for (int i = 1; i <= 100; i++) {
            ring.publishEvent((order, sequence, amount) -> order.amount = amount, (long) i);
        }
        // @end
        end(disruptor);
        assertThat(total).hasValue(5050);
    }

    @Test
    void shouldPublishByOurs() throws Exception {
        var total = new AtomicLong();
        // @start region="ours" :
        try (Pipeline<Order> pipeline = Pipeline.builder(Order::new)
                .capacity(1024)
                .singleProducer(true)
                .stage("books", (order, sequence, endOfBatch) -> total.addAndGet(order.amount))
                .build()) { // starts its stages
            for (int i = 1; i <= 100; i++) {
                long amount = i;
                pipeline.publish((order, sequence) -> order.amount = amount);
            }
        } // waits until all is handled, 30 seconds at most
        // @end
        assertThat(total).hasValue(5050);
    }

    @Test
    void shouldMakeADiamondByTheDisruptor() throws Exception {
        List<String> seen = new ArrayList<>();
        com.lmax.disruptor.EventHandler<Order> journaller = (order, sequence, endOfBatch) -> order.amount += 1;
        com.lmax.disruptor.EventHandler<Order> replicator = (order, sequence, endOfBatch) -> order.customer += 10;
        com.lmax.disruptor.EventHandler<Order> books =
                (order, sequence, endOfBatch) -> seen.add(order.customer + ": " + order.amount);
        var disruptor = new Disruptor<>(Order::new, 1024, DaemonThreadFactory.INSTANCE);
        // @start region="theirDiamond" :
        disruptor.handleEventsWith(journaller, replicator).then(books);
        // @end
        disruptor.start();
        disruptor.publishEvent((order, sequence) -> {
            order.customer = 7;
            order.amount = 1;
        });
        end(disruptor);
        assertThat(seen).containsExactly("17: 2");
    }

    @Test
    void shouldMakeADiamondByOurs() throws Exception {
        List<String> seen = new ArrayList<>();
        EventHandler<Order> journaller = (order, sequence, endOfBatch) -> order.amount += 1;
        EventHandler<Order> replicator = (order, sequence, endOfBatch) -> order.customer += 10;
        EventHandler<Order> books = (order, sequence, endOfBatch) -> seen.add(order.customer + ": " + order.amount);
        // @start region="diamond" :
        try (Scheduler scheduler = Scheduler.create();
                Pipeline<Order> pipeline = Pipeline.builder(Order::new)
                        .scheduler(scheduler) // stages are strands: no thread each, no CPU while idle
                        .parallel(journaller, replicator)
                        .then(books)
                        .build()) {
            pipeline.publish((order, sequence) -> {
                order.customer = 7;
                order.amount = 1;
            });
        }
        // @end
        assertThat(seen).containsExactly("17: 2");
    }

    @Test
    void shouldClaimByTheDisruptor() throws Exception {
        var total = new AtomicLong();
        var disruptor = new Disruptor<>(Order::new, 1024, DaemonThreadFactory.INSTANCE);
        disruptor.handleEventsWith((order, sequence, endOfBatch) -> total.addAndGet(order.amount));
        RingBuffer<Order> ring = disruptor.start();
        // @start region="theirClaim" :
        long sequence = ring.next();
        try {
            ring.get(sequence).amount = 10;
        } finally {
            ring.publish(sequence); // also when it failed: the ring would stand still
        }
        // @end
        end(disruptor);
        assertThat(total).hasValue(10);
    }

    @Test
    void shouldClaimByOurs() throws Exception {
        var total = new AtomicLong();
        try (Pipeline<Order> pipeline = Pipeline.builder(Order::new)
                .stage("books", (order, sequence, endOfBatch) -> total.addAndGet(order.amount))
                .build()) {
            // @start region="claim" :
            Producer<Order> producer = pipeline.producer(); // of this thread
            try (EventClaim<Order> claim = producer.claim()) {
                claim.event().amount = 10;
                claim.publish(); // without it the claim is aborted, and no stage sees the event
            }
            // @end
            producer.claim().abort();
        }
        assertThat(total).hasValue(10);
    }

    @Test
    void shouldFailByTheDisruptor() throws Exception {
        List<String> failures = new ArrayList<>();
        List<Long> booked = new ArrayList<>();
        Disruptor<Order> disruptor = new Disruptor<>(Order::new, 1024, DaemonThreadFactory.INSTANCE);
        disruptor
                .handleEventsWith((order, sequence, endOfBatch) -> {
                    if (order.isBad) {
                        throw new IllegalStateException("not an order");
                    }
                })
                .then((order, sequence, endOfBatch) -> booked.add(order.amount));
        // @start region="theirFailure" :
        disruptor.setDefaultExceptionHandler(
                new ExceptionHandler<>() { // the default ends the handler's thread
                    @Override
                    public void handleEventException(Throwable cause, long sequence, Order order) {
                        failures.add(
                                sequence + ": " + cause.getMessage()); // the handlers behind get the event all the same
                    }

                    @Override
                    public void handleOnStartException(Throwable cause) {}

                    @Override
                    public void handleOnShutdownException(Throwable cause) {}
                });
        // @end
        disruptor.start();
        for (int i = 0; i < 3; i++) {
            disruptor.publishEvent((order, sequence) -> {
                order.amount = sequence;
                order.isBad = sequence == 1;
            });
        }
        end(disruptor);
        assertThat(failures).containsExactly("1: not an order");
        assertThat(booked).containsExactly(0L, 1L, 2L);
    }

    @Test
    void shouldFailByOurs() throws Exception {
        List<String> failures = new ArrayList<>();
        List<Long> booked = new ArrayList<>();
        EventHandler<Order> decoder = (order, sequence, endOfBatch) -> {
            if (order.isBad) {
                throw new IllegalStateException("not an order");
            }
        };
        // @start region="failure" :
        try (Pipeline<Order> pipeline = Pipeline.builder(Order::new)
                .onFailure(failure -> failures.add(
                        failure.sequence() + ": " + failure.cause().getMessage() + ", " + failure.action()))
                .stage(Stage.<Order>of("decode", decoder)
                        .onFailure(FailurePolicy.retry(1, Duration.ZERO, Duration.ZERO)))
                .stage("books", (order, sequence, endOfBatch) -> booked.add(order.amount))
                .build()) {
            for (int i = 0; i < 3; i++) {
                pipeline.publish((order, sequence) -> {
                    order.amount = sequence;
                    order.isBad = sequence == 1;
                });
            }
        }
        // @end
        assertThat(failures).containsExactly("1: not an order, RETRY", "1: not an order, SKIP");
        assertThat(booked).containsExactly(0L, 2L);
    }

    @Test
    void shouldShardByTheDisruptor() throws Exception {
        Books[] books = {new Books(), new Books()};
        Disruptor<Order> disruptor = new Disruptor<>(Order::new, 1024, DaemonThreadFactory.INSTANCE);
        // @start region="theirShards" :
        for (int i = 0; i < books.length; i++) {
            int shard = i;
            disruptor.handleEventsWith((order, sequence, endOfBatch) -> { // each sees every event
                if (order.customer % books.length == shard) {
                    books[shard].book(order);
                }
            });
        }
        // @end
        disruptor.start();
        for (int i = 0; i < 8; i++) {
            disruptor.publishEvent((order, sequence) -> {
                order.customer = sequence % 4;
                order.amount = 1;
            });
        }
        end(disruptor);
        assertThat(books[0].sums).isEqualTo(Map.of(0L, 2L, 2L, 2L));
        assertThat(books[1].sums).isEqualTo(Map.of(1L, 2L, 3L, 2L));
    }

    @Test
    void shouldShardByOurs() throws Exception {
        Books[] books = {new Books(), new Books(), new Books()};
        var jobs = new ConcurrentLinkedQueue<Long>();
        // @start region="shards" :
        try (Pipeline<Order> pipeline = Pipeline.builder(Order::new)
                .sharded(3, order -> order.customer, shard -> (order, sequence, endOfBatch) -> books[shard].book(order))
                .workers(4, worker -> (order, sequence, endOfBatch) -> jobs.add(order.amount)) // whichever is free
                .build()) {
            for (int i = 0; i < 8; i++) {
                pipeline.publish((order, sequence) -> {
                    order.customer = sequence % 4;
                    order.amount = 1;
                });
            }
        }
        // @end
        assertThat(jobs).hasSize(8);
        List<Long> customers = Arrays.stream(books)
                .flatMap(shard -> shard.sums.keySet().stream())
                .toList();
        assertThat(customers).containsExactlyInAnyOrder(0L, 1L, 2L, 3L);
    }

    @Test
    void shouldEndByTheDisruptor() throws Exception {
        Disruptor<Order> disruptor = new Disruptor<>(Order::new, 1024, DaemonThreadFactory.INSTANCE);
        disruptor.handleEventsWith((order, sequence, endOfBatch) -> {});
        disruptor.start();
        disruptor.publishEvent((order, sequence) -> order.amount = 1);
        awaitHandled(disruptor);
        // @start region="theirEnd" :
        try {
            disruptor.shutdown(5, TimeUnit.SECONDS); // no thread may publish any more
        } catch (TimeoutException e) {
            disruptor.halt(); // what was left isn't told
        }
        // @end
        assertThat(disruptor.getCursor()).isZero();
    }

    @Test
    void shouldEndByOurs() throws Exception {
        Pipeline<Order> pipeline = Pipeline.builder(Order::new)
                .waiting(WaitStrategy.yielding()) // of all stages; each may have its own
                .stage(Stage.<Order>of("journal", (order, sequence, endOfBatch) -> {})
                        .waiting(WaitStrategy.parking()))
                .build();
        pipeline.publish((order, sequence) -> order.amount = 1);
        // @start region="end" :
        PipelineCloseReport report = pipeline.close(Duration.ofSeconds(5)); // refuses new events
        if (!report.isComplete()) {
            System.err.println("left undone: " + report); // which stage, and how many events
        }
        // @end
        assertThat(report.isComplete()).isTrue();
    }

    private static void end(Disruptor<?> disruptor) {
        awaitHandled(disruptor);
        disruptor.shutdown();
    }

    /** Waits until the last handlers are done: a shutdown that comes before their threads have begun leaves all undone. */
    private static void awaitHandled(Disruptor<?> disruptor) {
        Await.until(
                "all is handled", () -> disruptor.getRingBuffer().getMinimumGatingSequence() >= disruptor.getCursor());
    }
}
