package dev.ropewalk.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.ProcessScope;
import dev.ropewalk.channel.Select;
import dev.ropewalk.graph.GraphOptions;
import dev.ropewalk.graph.TaskGraph;
import dev.ropewalk.graph.TaskGraphDraft;
import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.Limiter;
import dev.ropewalk.limit.Permit;
import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.pipeline.WaitStrategy;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.task.BoundedExecutor;
import java.time.Duration;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A program that uses every model at once, on one simulated scheduler. */
final class WholeHouse implements SimulationBody {
    private record Add(int amount) {}

    /** An event of the pipeline. */
    private static final class Order {
        int amount;
    }

    private final AtomicInteger sum = new AtomicInteger();

    static SimulationBody fresh() {
        return simulation -> new WholeHouse().run(simulation);
    }

    @Override
    public void run(Simulation simulation) throws Exception {
        Scheduler scheduler = simulation.scheduler();
        ActorSystem actors = ActorSystem.builder("house").scheduler(scheduler).build();
        ActorRef<Add> adder = actors.spawn("adder", context -> message -> sum.addAndGet(message.amount()));
        Channel<Integer> left = Channel.buffered(2);
        Channel<Integer> right = Channel.rendezvous();
        Limiter limiter = Limiter.fixed(2).build();
        Thread selecting = simulation.start("select", () -> select(left, right, adder));
        Thread scoped = simulation.start("scope", () -> runScope(scheduler, left, right, limiter));
        Pipeline<Order> pipeline = Pipeline.builder(Order::new)
                .capacity(4)
                .scheduler(scheduler)
                .waiting(WaitStrategy.strand())
                .stage("double", (order, sequence, endOfBatch) -> order.amount *= 2)
                .then((order, sequence, endOfBatch) -> adder.tell(new Add(order.amount)))
                .build();
        for (int i = 1; i <= 5; i++) {
            int amount = i;
            pipeline.publish((order, sequence) -> order.amount = amount);
        }
        BoundedExecutor bounded =
                BoundedExecutor.builder(2).scheduler(scheduler).build();
        for (int i = 0; i < 4; i++) {
            var _ = bounded.submit(() -> adder.tell(new Add(100)));
        }
        runGraph(scheduler, adder);
        ScheduledExecutorService executor = scheduler.asExecutorService();
        var _ = executor.schedule(() -> adder.tell(new Add(1_000)), 3, TimeUnit.SECONDS);
        selecting.join();
        scoped.join();
        simulation.runFor(Duration.ofSeconds(5));
        bounded.close();
        pipeline.close();
        executor.shutdown();
        actors.close();
        assertThat(sum).hasValue(10 + 20 + 30 + 2 * 15 + 400 + 7 + 1_000);
    }

    private static void select(Channel<Integer> left, Channel<Integer> right, ActorRef<Add> adder) {
        Select<Integer> select = Select.<Integer>fair()
                .receive(left, element -> element)
                .receive(right, element -> element)
                .build();
        try {
            for (int i = 0; i < 3; i++) {
                adder.tell(new Add(select.select()));
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void runScope(Scheduler scheduler, Channel<Integer> left, Channel<Integer> right, Limiter limiter) {
        try (ProcessScope scope = ProcessScope.open(scheduler)) {
            scope.spawn("one", () -> sendWithPermit(limiter, left, 10));
            scope.spawn("two", () -> sendWithPermit(limiter, right, 20));
            scope.spawn("three", () -> sendWithPermit(limiter, left, 30));
            scope.join();
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    private static void sendWithPermit(Limiter limiter, Channel<Integer> channel, int element) throws Exception {
        try (Permit _ = limiter.acquire()) {
            channel.send(element);
        }
    }

    private static void runGraph(Scheduler scheduler, ActorRef<Add> adder) throws InterruptedException {
        Budget budget = Budget.builder().resource("calls", 1).build();
        TaskGraphDraft graph = TaskGraph.draft();
        var source = graph.action("source", context -> 7);
        graph.action("told", context -> {
                    adder.tell(new Add(context.value(source)));
                    return "told";
                })
                .after(source);
        graph.build()
                .start(GraphOptions.defaults().scheduler(scheduler).budget(budget))
                .join();
    }
}
