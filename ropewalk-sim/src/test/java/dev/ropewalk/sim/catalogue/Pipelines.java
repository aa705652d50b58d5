package dev.ropewalk.sim.catalogue;

import dev.ropewalk.channel.Channel;
import dev.ropewalk.pipeline.EventClaim;
import dev.ropewalk.pipeline.EventHandler;
import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.pipeline.PipelineBuilder;
import dev.ropewalk.pipeline.Producer;
import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.sim.Simulation;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/** Rings whose events are claimed, shared or kept against their rules. */
final class Pipelines {
    private Pipelines() {}

    static List<PlantedBug> bugs() {
        return List.of(
                PlantedBug.of(
                        "a pipeline's claim is left open", Theme.PIPELINES, Symptom.DEADLOCK, Pipelines::openClaim),
                PlantedBug.of(
                        "a stage isn't behind the one that it needs",
                        Theme.PIPELINES,
                        Symptom.CHECK,
                        Pipelines::missingDependency),
                PlantedBug.of(
                        "an event is kept beyond its handler", Theme.PIPELINES, Symptom.CHECK, Pipelines::keptEvent),
                PlantedBug.of("workers of a stage share a sum", Theme.PIPELINES, Symptom.CHECK, Pipelines::sharedSum),
                PlantedBug.of(
                        "two full rings publish to each other",
                        Theme.PIPELINES,
                        Symptom.DEADLOCK,
                        Pipelines::ringOfRings));
    }

    /** An event of a ring, whose slots are used again. */
    static final class Order {
        private int amount;
        private int price;

        int amount() {
            Simulation.point(this);
            return amount;
        }

        void setAmount(int changed) {
            Simulation.point(this);
            amount = changed;
        }
    }

    private static PipelineBuilder<Order> builder(Simulation simulation, int capacity) {
        return Pipeline.builder(Order::new).capacity(capacity).scheduler(simulation.scheduler());
    }

    private static void openClaim(Simulation simulation, boolean mended) {
        int reopening = -1;
        var isOpen = new Shared<>(true);
        Channel<String> reopened = Channel.buffered(1);
        Pipeline<Order> pipeline = builder(simulation, 8)
                .stage("books", (order, sequence, endOfBatch) -> {
                    if (order.amount() == reopening) {
                        reopened.trySend("open");
                    }
                })
                .build();
        Tasks.start(simulation, "trader", () -> {
            Producer<Order> orders = pipeline.producer();
            EventClaim<Order> claim = orders.claim();
            claim.event().setAmount(10);
            if (isOpen.get()) {
                claim.publish();
            } else {
                if (mended) {
                    claim.abort();
                }
                reopened.receive();
            }
        });
        Tasks.start(simulation, "market", () -> {
            isOpen.set(false);
            pipeline.publish((order, sequence) -> order.setAmount(reopening));
        });
        simulation.run();
    }

    private static void missingDependency(Simulation simulation, boolean mended) throws InterruptedException {
        EventHandler<Order> decode = (order, sequence, endOfBatch) -> order.setAmount(6);
        EventHandler<Order> price = (order, sequence, endOfBatch) -> order.price = 7 * order.amount();
        var paid = new int[1];
        EventHandler<Order> pay = (order, sequence, endOfBatch) -> paid[0] += order.price;
        PipelineBuilder<Order> builder = builder(simulation, 8);
        Pipeline<Order> pipeline = mended
                ? builder.stage("decode", decode).then(price).then(pay).build()
                : builder.parallel(decode, price).then(pay).build();
        pipeline.publish((order, sequence) -> {});
        simulation.run();
        Checks.equal(42, paid[0], "paid");
    }

    private static void keptEvent(Simulation simulation, boolean mended) throws InterruptedException {
        Strand archive = simulation.scheduler().newStrand();
        var sum = new int[1];
        Pipeline<Order> pipeline = builder(simulation, 1)
                .stage("archive", (order, sequence, endOfBatch) -> {
                    if (mended) {
                        int amount = order.amount();
                        archive.execute(() -> sum[0] += amount);
                    } else {
                        archive.execute(() -> sum[0] += order.amount());
                    }
                })
                .build();
        pipeline.publish((order, sequence) -> order.setAmount(1));
        pipeline.publish((order, sequence) -> order.setAmount(2));
        simulation.run();
        Checks.equal(3, sum[0], "amount archived");
    }

    private static void sharedSum(Simulation simulation, boolean mended) throws InterruptedException {
        List<Shared<Integer>> sums = List.of(new Shared<>(0), new Shared<>(0));
        Pipeline<Order> pipeline = builder(simulation, 8)
                .workers(2, worker -> {
                    Shared<Integer> sum = sums.get(mended ? worker : 0);
                    return (order, sequence, endOfBatch) -> sum.set(sum.get() + order.amount());
                })
                .build();
        for (int i = 1; i <= 2; i++) {
            int amount = i;
            pipeline.publish((order, sequence) -> order.setAmount(amount));
        }
        simulation.run();
        Checks.equal(3, sums.get(0).get() + sums.get(1).get(), "sum");
    }

    private static void ringOfRings(Simulation simulation, boolean mended) {
        int order = 1;
        int receipt = 2;
        Channel<Integer> receipts = Channel.unlimited();
        var first = new AtomicReference<@Nullable Pipeline<Order>>();
        Pipeline<Order> shipping = Pipeline.builder(Order::new)
                .capacity(1)
                .stage("ship", (shipped, sequence, endOfBatch) -> {
                    if (mended) {
                        receipts.send(receipt);
                    } else {
                        Objects.requireNonNull(first.get()).publish((event, its) -> event.setAmount(receipt));
                    }
                })
                .build();
        Pipeline<Order> orders = Pipeline.builder(Order::new)
                .capacity(1)
                .stage("book", (event, sequence, endOfBatch) -> {
                    if (event.amount() == order) {
                        shipping.publish((shipped, its) -> shipped.setAmount(order));
                    }
                })
                .build();
        first.set(orders);
        Tasks.start(simulation, "shop", () -> {
            orders.publish((event, sequence) -> event.setAmount(order));
            orders.publish((event, sequence) -> event.setAmount(order));
        });
        Tasks.start(simulation, "feeder", () -> {
            for (int i = 0; mended && i < 2; i++) {
                int received = receipts.receive();
                orders.publish((event, sequence) -> event.setAmount(received));
            }
        });
        simulation.run();
    }
}
