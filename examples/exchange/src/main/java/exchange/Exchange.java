package exchange;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.ropewalk.journal.Durability;
import dev.ropewalk.journal.Journal;
import dev.ropewalk.journal.JournalOptions;
import dev.ropewalk.pipeline.EventHandler;
import dev.ropewalk.pipeline.Failure;
import dev.ropewalk.pipeline.FailurePolicy;
import dev.ropewalk.pipeline.Pipeline;
import dev.ropewalk.pipeline.Stage;
import dev.ropewalk.scheduler.CoordinatedShutdown;
import dev.ropewalk.scheduler.Scheduler;
import dev.ropewalk.scheduler.ShutdownOrder;
import dev.ropewalk.task.BoundedExecutor;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/** An exchange: orders come by HTTP, are written into two journals, and meet in the books of their symbols. */
final class Exchange {
    private static final int SHARDS = 4;
    private static final FailurePolicy AGAIN = FailurePolicy.rewind(5, Duration.ofMillis(1), Duration.ofMillis(100));

    private final Scheduler scheduler = Scheduler.create();
    private final Journal journal;
    private final Journal replica;
    private final Pipeline<Order> pipeline;

    private Exchange(Path folder) throws InterruptedException {
        // An order that was answered outlives the machine, too: a batch is on the disk before the next stage sees it.
        JournalOptions options = JournalOptions.defaults().durability(Durability.each());
        journal = Journal.open(folder.resolve("journal"), options);
        replica = Journal.open(folder.resolve("replica"), options);
        List<String> past = Journaller.recover(journal, replica);
        pipeline = Pipeline.builder(Order::new)
                .name("orders")
                .capacity(512) // a batch of a journal takes 1023 records
                .scheduler(scheduler)
                .stage("decode", new Decoder())
                .parallel(
                        Stage.<Order>of("journal", new Journaller(journal)).onFailure(AGAIN.orStop()),
                        Stage.<Order>of("replicate", new Journaller(replica)).onFailure(AGAIN.orStop()))
                .stage(Stage.sharded("match", SHARDS, order -> order.symbol.hashCode(), shard -> new Matcher()))
                .onFailure(Exchange::tellClient)
                .clear(order -> order.answer.cancel(false)) // does nothing to one that was answered
                .build();
        for (String order : past) {
            pipeline.publish((event, sequence) -> event.recover(order));
        }
        System.out.println("exchange: recovered " + past.size() + " orders");
    }

    /** Numbers orders and takes them apart. */
    private static final class Decoder implements EventHandler<Order> {
        private long last;

        @Override
        public void onEvent(Order order, long sequence, boolean endOfBatch) {
            order.decode();
            if (order.isNew()) {
                order.number = ++last;
            } else if (order.isRecovered) {
                last = order.number;
            }
        }
    }

    /** Keeps the books of some symbols: no other shard gets orders of these. */
    private static final class Matcher implements EventHandler<Order> {
        private final Map<String, Book> books = new HashMap<>();

        @Override
        public void onEvent(Order order, long sequence, boolean endOfBatch) {
            if (order.side == Order.Side.SHOW) {
                Book book = books.get(order.symbol);
                order.answer.complete(book == null ? "no orders" : book.toString());
                return;
            }
            int traded =
                    books.computeIfAbsent(order.symbol, symbol -> new Book()).match(order);
            order.answer.complete(order.number + " traded " + traded + " of " + order.quantity);
        }
    }

    private static void tellClient(Failure failure) {
        if (failure.action() == Failure.Action.SKIP) {
            ((Order) failure.event()).answer.completeExceptionally(failure.cause());
        } else {
            System.err.println("exchange: " + failure);
        }
    }

    /** Has a line go through the pipeline, and returns the answer. Called by virtual threads, which may wait. */
    private String submit(String line) throws Exception {
        var answer = new CompletableFuture<String>();
        pipeline.publish((order, sequence) -> order.read(line, answer));
        return answer.get(10, TimeUnit.SECONDS);
    }

    private void handle(HttpExchange call) throws IOException {
        String text;
        int status = 200;
        try (var body = call.getRequestBody()) {
            boolean isOrder = call.getRequestMethod().equals("POST");
            String path = call.getRequestURI().getPath();
            text = submit(isOrder ? new String(body.readAllBytes(), UTF_8) : "SHOW " + path.substring(1));
        } catch (ExecutionException e) {
            text = e.getCause().getMessage();
            status = 400;
        } catch (Exception e) { // too late, or the pipeline has ended: whether the order counts, nobody knows
            text = "no answer: " + e;
            status = 503;
        }
        byte[] bytes = (text + "\n").getBytes(UTF_8);
        call.sendResponseHeaders(status, bytes.length);
        try (var response = call.getResponseBody()) {
            response.write(bytes);
        }
    }

    /** Listens until the JVM is told to end, and ends from the intake to the ground. */
    private void listen(int port) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress("localhost", port), 0);
        BoundedExecutor executor =
                BoundedExecutor.builder(256).name("http").scheduler(scheduler).build();
        server.setExecutor(executor);
        server.createContext("/", this::handle);
        CoordinatedShutdown shutdown = CoordinatedShutdown.builder("exchange")
                .phase("intake", Duration.ofSeconds(5), ShutdownOrder.NEWEST_FIRST)
                .phase("work", Duration.ofSeconds(5), ShutdownOrder.NEWEST_FIRST)
                .phase("ground", Duration.ofSeconds(5), ShutdownOrder.NEWEST_FIRST)
                .build();
        shutdown.add("intake", "executor", executor);
        shutdown.add("intake", "server", () -> server.stop(1));
        shutdown.add("work", "pipeline", left -> pipeline.close(left));
        shutdown.add("ground", "scheduler", left -> scheduler.close(left));
        shutdown.add("ground", "replica", replica);
        shutdown.add("ground", "journal", journal);
        shutdown.installHook();
        server.start();
        System.out.println(
                "exchange: listening at http://localhost:" + server.getAddress().getPort());
    }

    public static void main(String[] args) throws InterruptedException {
        if (args.length != 2 || !args[1].matches("\\d{1,5}")) {
            System.err.println("Usage: java -jar exchange.jar FOLDER PORT");
            System.exit(2);
        }
        try {
            new Exchange(Path.of(args[0])).listen(Integer.parseInt(args[1]));
        } catch (IOException | RuntimeException e) {
            System.err.println("exchange: " + e.getMessage());
            System.exit(1); // an open scheduler keeps the JVM alive
        }
    }
}
