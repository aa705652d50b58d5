package dev.ropewalk.lab.guide;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.DeadlockException;
import dev.ropewalk.channel.ProcessScope;
import dev.ropewalk.channel.Select;
import dev.ropewalk.graph.Action;
import dev.ropewalk.graph.GraphOptions;
import dev.ropewalk.graph.TaskGraph;
import dev.ropewalk.graph.TaskGraphDraft;
import dev.ropewalk.journal.Appender;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.limit.Limiter;
import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.task.BoundedExecutor;
import dev.ropewalk.task.OverflowPolicy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;

/** Programs after the guide's examples, each of which gives a recording something to tell. */
final class RecordedPrograms {
    private RecordedPrograms() {}

    record Deposit(long amount) {}

    record Load(CountDownLatch mayEnd) implements Runnable {
        @Override
        public void run() {
            try {
                mayEnd.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    static void runAll(Path folder) throws Exception {
        actors();
        selects();
        scopes();
        pipelines();
        executors();
        limits();
        graphs();
        journals(folder);
    }

    private static void actors() {
        try (ActorSystem system = ActorSystem.create("bank")) {
            ActorRef<Deposit> account = system.spawn("account", context -> deposit -> {
                throw new IllegalStateException("closed");
            });
            account.tell(new Deposit(10));
        }
    }

    private static void selects() throws InterruptedException {
        Channel<String> orders = Channel.<String>builder().name("orders").rendezvous();
        Channel<String> returns = Channel.<String>builder().name("returns").rendezvous();
        String ignored = Select.<String>fair()
                .receive(orders, order -> order)
                .receive(returns, order -> order)
                .timeout(Duration.ofMillis(1), () -> "nothing")
                .build()
                .select();
    }

    private static void scopes() throws InterruptedException {
        try (Scheduler scheduler = Scheduler.create();
                ProcessScope scope =
                        ProcessScope.builder(scheduler).name("shop").open()) {
            Channel<String> orders = scope.<String>channel().name("orders").rendezvous();
            scope.spawn("books", () -> orders.forEach(order -> {}));
            scope.join();
        } catch (DeadlockException nobodySends) {
            return;
        }
    }

    private static void pipelines() throws InterruptedException {
        try (Pipeline<AtomicLong> pipeline = Pipeline.builder(AtomicLong::new)
                .name("orders")
                .stage("decode", (order, sequence, endOfBatch) -> {
                    throw new IllegalStateException("not an order");
                })
                .build()) {
            pipeline.publish((order, sequence) -> order.set(1));
        }
    }

    private static void executors() {
        var mayEnd = new CountDownLatch(1);
        try (BoundedExecutor executor = BoundedExecutor.builder(1)
                .name("pages")
                .capacity(1, OverflowPolicy.DROP_OLDEST)
                .build()) {
            executor.execute(new Load(mayEnd));
            executor.execute(new Load(mayEnd));
            executor.execute(new Load(mayEnd));
            mayEnd.countDown();
        }
    }

    private static void limits() throws InterruptedException {
        Limiter database = Limiter.fixed(20).name("database").build();
        database.setLimit(1);
        try (var permit = database.acquire()) {
            var ignored = database.tryAcquire(Duration.ofMillis(1));
            permit.succeed();
        }
    }

    private static void graphs() throws InterruptedException {
        TaskGraphDraft graph = TaskGraph.draft();
        Action<String> source = graph.action("fetch", context -> {
            throw new IllegalStateException("no route");
        });
        graph.run("compile", context -> {}).after(source);
        var ignored = graph.build()
                .start(GraphOptions.defaults().name("build").keepGoing(true))
                .join();
    }

    private static void journals(Path folder) throws Exception {
        try (Journal journal = Journal.open(folder);
                Appender appender = journal.appender()) {
            appender.append(new byte[100]);
            journal.force();
        }
    }
}
