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
import dev.ropewalk.journal.Appender;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.journal.JournalOptions;
import dev.ropewalk.journal.Tailer;
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
    private static final int SEGMENT_BYTES = 16 << 10;
    private static final int RECORDS = 5;

    private record Add(int amount) {}

    /** An event of the pipeline. */
    private static final class Order {
        int amount;
    }

    private final AtomicInteger sum = new AtomicInteger();
    private int running;

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
        start(simulation, "select", () -> select(left, right, adder));
        start(simulation, "scope", () -> runScope(scheduler, left, right, limiter));
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
        simulation.runUntil("all is selected", () -> running == 0);
        try (Journal journal = Journal.open(
                simulation.disk().path("/house"), JournalOptions.defaults().segmentBytes(SEGMENT_BYTES))) {
            start(simulation, "append", () -> append(journal));
            start(simulation, "tail", () -> tail(journal, adder));
            simulation.runUntil("the journal is read", () -> running == 0);
        }
        ScheduledExecutorService executor = scheduler.asExecutorService();
        var _ = executor.schedule(() -> adder.tell(new Add(1_000)), 3, TimeUnit.SECONDS);
        simulation.runFor(Duration.ofSeconds(5));
        bounded.close();
        pipeline.close();
        executor.shutdown();
        actors.close();
        assertThat(sum).hasValue(10 + 20 + 30 + 2 * 15 + 400 + 7 + RECORDS * 10_000 + 1_000);
    }

    /** Starts a thread whose end can be waited for through the simulation, as the baton wants it. */
    private void start(Simulation simulation, String name, Runnable body) {
        running++;
        simulation.start(name, () -> {
            body.run();
            running--;
        });
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

    /** Appends more records than a segment has room for, and forces the last of them. */
    private static void append(Journal journal) {
        try (Appender appender = journal.appender()) {
            for (int i = 0; i < RECORDS; i++) {
                appender.append(new byte[SEGMENT_BYTES / 4]);
            }
            journal.force();
        }
    }

    private static void tail(Journal journal, ActorRef<Add> adder) {
        try (Tailer tailer = journal.tailer()) {
            for (int read = 0; read < RECORDS; read++) {
                tailer.read();
                adder.tell(new Add(10_000));
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
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
