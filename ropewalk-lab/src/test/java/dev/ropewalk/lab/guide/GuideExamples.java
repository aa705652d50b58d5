package dev.ropewalk.lab.guide;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.channel.Channel;
import dev.ropewalk.channel.PendingOperation;
import dev.ropewalk.channel.ProcessScope;
import dev.ropewalk.channel.ReceiveResult;
import dev.ropewalk.graph.Action;
import dev.ropewalk.graph.GraphOptions;
import dev.ropewalk.graph.TaskGraph;
import dev.ropewalk.graph.TaskGraphDraft;
import dev.ropewalk.journal.Appender;
import dev.ropewalk.journal.Batch;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.journal.Tailer;
import dev.ropewalk.limit.Budget;
import dev.ropewalk.limit.Demand;
import dev.ropewalk.limit.GradientLimit;
import dev.ropewalk.limit.Limiter;
import dev.ropewalk.pipeline.EventHandler;
import dev.ropewalk.pipeline.FailurePolicy;
import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.pipeline.Stage;
import dev.ropewalk.scheduler.CoordinatedShutdown;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.ShutdownOrder;
import dev.ropewalk.scheduler.Strand;
import dev.ropewalk.task.BoundedExecutor;
import java.lang.foreign.MemorySegment;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import java.util.concurrent.Future;

/** The code of README.md and docs/guide.md. {@link GuideTest} compares them, region by region. */
@SuppressWarnings({"unused", "FutureReturnValueIgnored"}) // it shows what can be called
abstract class GuideExamples {
    private long balance;

    sealed interface Command permits Deposit, Balance {}

    record Deposit(long amount) implements Command {}

    record Balance(ActorRef<Long> answerTo) implements Command {}

    sealed interface Entry {}

    record Amount(long amount) implements Entry {}

    record Completed() implements Entry {}

    record Failed(Throwable cause) implements Entry {}

    interface Ledger {
        CompletableFuture<Long> book(String account, long amount);
    }

    static final class Order {
        long customer;

        long customer() {
            return customer;
        }

        void read(byte[] bytes) {
            customer = bytes.length;
        }

        void decode() {
            customer++;
        }

        byte[] bytes() {
            return new byte[] {(byte) customer};
        }
    }

    abstract void readInput();

    abstract Actor<Command> newAccount();

    abstract Ledger newLedger();

    abstract void log(Object message);

    abstract Order read() throws Exception;

    abstract void audit(ReceiveResult<Order> result);

    abstract void book(Order order);

    abstract EventHandler<Order> newBooks(int shard);

    abstract String load(URI address) throws Exception;

    abstract String query(long key) throws Exception;

    abstract void compile(String source);

    abstract void bill(MemorySegment memory, long offset, int length);

    void strands() {
        // @start region="strands" :
        try (Scheduler scheduler = Scheduler.create()) {
            Strand account = scheduler.newStrand();
            account.execute(() -> balance += 10); // tasks of a strand never overlap:
            account.execute(() -> balance -= 3); // no lock, no volatile
            scheduler.threadFactory().newThread(this::readInput).start(); // virtual, on the same workers
        }
        // @end
    }

    void actors() {
        // @start region="actors" :
        try (ActorSystem system = ActorSystem.create("bank")) {
            ActorRef<Command> account = system.spawn("account", context -> newAccount());
            account.tell(new Deposit(10));
            CompletableFuture<Long> balance = account.ask(Balance::new, Duration.ofSeconds(1));

            Ledger ledger = system.proxy(Ledger.class, this::newLedger);
            ledger.book("rent", 10); // a call of an ordinary interface becomes a message

            system.spawnBlocking(inbox -> {
                while (true) {
                    log(inbox.receive()); // waits where it likes: it runs on a virtual thread
                }
            });
        }
        // @end
    }

    void channels(Scheduler scheduler, Strand strand) throws InterruptedException {
        // @start region="channels" :
        Channel<Order> orders = Channel.<Order>builder().name("orders").buffered(16);
        orders.receiveAsync(strand, this::audit); // a party without a thread
        try (ProcessScope scope = ProcessScope.builder(scheduler).name("shop").open()) {
            // Fails and ends with the scope.
            Channel<Order> checked = scope.<Order>channel().name("checked").rendezvous();
            scope.spawn(
                    "reader",
                    () -> { // a virtual thread
                        while (true) {
                            orders.send(read());
                        }
                    });
            scope.spawn("checker", () -> {
                for (Order order : orders) {
                    checked.send(order);
                }
            });
            scope.spawn("books", () -> checked.forEach(this::book));
            scope.join(); // the first failure cancels the others
        }
        // @end
    }

    void flows(Channel<Order> orders, Flow.Subscriber<Order> sink, Flow.Publisher<Order> source) {
        // @start region="flows" :
        PendingOperation connection = orders.to(sink); // any Flow.Subscriber; cancel() disconnects the two
        source.subscribe(orders.subscriber()); // any Flow.Publisher
        // @end
    }

    void actorAsSink(ActorSystem system, ActorRef<Entry> ledger, Flow.Publisher<Long> amounts) {
        // @start region="sink" :
        amounts.subscribe(system.subscriber(ledger, Amount::new, Completed::new, Failed::new));
        // @end
    }

    void pipelines(Scheduler scheduler, EventHandler<Order> journaller, EventHandler<Order> replicator, byte[] bytes)
            throws InterruptedException {
        // @start region="pipelines" :
        try (Pipeline<Order> pipeline = Pipeline.builder(Order::new)
                .capacity(4096)
                .scheduler(scheduler)
                .stage("decode", (order, sequence, endOfBatch) -> order.decode())
                .parallel(journaller, replicator) // a diamond: both after decoding,
                .sharded(4, Order::customer, this::newBooks) // and then, in order for each customer, the books
                .build()) {
            pipeline.publish((order, sequence) -> order.read(bytes));
        }
        // @end
    }

    void limits(URI address, long key) throws Exception {
        // @start region="limits" :
        try (BoundedExecutor executor =
                BoundedExecutor.builder(600).name("pages").build()) {
            Future<String> page = executor.submit(() -> load(address)); // 600 at once; what waits is no thread
        }
        Limiter database = Limiter.gradient().name("database").build(); // its limit follows round trips and refusals
        String row = database.call(() -> query(key));
        GradientLimit cautious = GradientLimit.builder().max(100).tolerance(1.2).build();
        Limiter search = Limiter.adaptive(cautious).name("search").build(); // the same in your own terms
        // @end
    }

    // @start region="journaller" :
    /** Appends a batch of the ring as a batch of the journal. */
    static final class Journaller implements EventHandler<Order> {
        private final Batch batch;

        Journaller(Appender appender) {
            batch = appender.batch();
        }

        @Override
        public void onBatchStart(long size) {
            batch.clear(); // after a failure the whole batch comes again
        }

        @Override
        public void onEvent(Order order, long sequence, boolean endOfBatch) {
            batch.add(order.bytes());
            if (endOfBatch) {
                batch.commit();
            }
        }
    }
    // @end

    void together(Journal journal, Scheduler scheduler, byte[] bytes) throws InterruptedException {
        // @start region="together" :
        try (Appender appender = journal.exclusiveAppender();
                Pipeline<Order> pipeline = Pipeline.builder(Order::new)
                        .capacity(512) // a batch of the journal takes 1023 records
                        .scheduler(scheduler)
                        .stage(Stage.<Order>of("journal", new Journaller(appender))
                                .onFailure(FailurePolicy.rewind(5, Duration.ofMillis(1), Duration.ofMillis(100))
                                        .orStop()))
                        .build()) {
            pipeline.publish((order, sequence) -> order.read(bytes));
        }
        // @end
    }

    void graphs(URI address) throws InterruptedException {
        // @start region="graphs" :
        try (Budget budget =
                Budget.builder().resource("calls", 200).resource(Budget.heap()).build()) {
            TaskGraphDraft graph = TaskGraph.draft();
            Action<String> source = graph.action("fetch", context -> load(address))
                    .demand(Demand.of("calls", 1).and("heap", 64 << 20));
            graph.run("compile", context -> compile(context.value(source))).after(source);
            graph.build().start(GraphOptions.defaults().budget(budget)).join(); // longest path first
        }
        // @end
    }

    void journals(byte[] order) {
        // @start region="journals" :
        try (Journal journal = Journal.open(Path.of("orders"));
                Appender appender = journal.appender(); // one for each thread, and kept: not one for each record
                Tailer billing = journal.tailer("billing")) { // goes on where it was, after a restart, too
            appender.append(order);
            billing.poll((memory, offset, length, index) -> bill(memory, offset, length));
            billing.commit();
        }
        // @end
    }

    void ending(
            AutoCloseable server,
            ActorSystem actors,
            Pipeline<Order> pipeline,
            BoundedExecutor executor,
            Scheduler scheduler,
            Journal journal) {
        // @start region="ending" :
        CoordinatedShutdown shutdown = CoordinatedShutdown.builder("shop")
                .phase("intake", Duration.ofSeconds(5), ShutdownOrder.PARALLEL)
                .phase("work", Duration.ofSeconds(10), ShutdownOrder.NEWEST_FIRST)
                .phase("ground", Duration.ofSeconds(10), ShutdownOrder.NEWEST_FIRST)
                .build();
        shutdown.add("intake", "server", server); // what brings work in
        shutdown.add("work", "actors", left -> actors.close(left)); // newest first:
        shutdown.add("work", "pipeline", left -> pipeline.close(left)); // before the actors that it tells
        shutdown.add("work", "executor", executor); // interrupted when the time of its phase is over
        shutdown.add("ground", "scheduler", left -> scheduler.close(left));
        shutdown.add("ground", "journal", journal);
        shutdown.installHook(); // also after a signal and System.exit
        // @end
    }
}
