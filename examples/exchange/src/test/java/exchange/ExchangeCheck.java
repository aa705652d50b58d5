package exchange;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.ropewalk.journal.Journal;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;

/** Sends orders to the exchange, kills it with SIGKILL in the middle, and looks whether it still knows what it has answered. */
final class ExchangeCheck {
    private static final int KILLS = 2;
    private static final int CLIENTS = 8;
    private static final int ORDERS = 200;
    private static final List<String> SYMBOLS = List.of("ACME", "BYTE", "CORD", "DOVE", "ELMS");

    private final HttpClient client = HttpClient.newHttpClient();
    private final Path folder;

    /** What was answered to each order, by its number. */
    private final Map<Long, String> answers = new ConcurrentHashMap<>();

    private ExchangeCheck(Path folder) {
        this.folder = folder;
    }

    private record Server(Process process, String address, String recovered) implements AutoCloseable {
        @Override
        public void close() {
            process.destroyForcibly().onExit().orTimeout(20, TimeUnit.SECONDS).join();
        }
    }

    private Server start() throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-jar",
                        System.getProperty("exchange.jar", "target/exchange.jar"),
                        folder.toString(),
                        "0")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        BufferedReader out = process.inputReader(UTF_8);
        String recovered = out.readLine();
        String listening = out.readLine();
        expect(listening != null, "the exchange hasn't started: " + recovered);
        return new Server(process, listening.substring(listening.indexOf("http")), recovered);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        return client.send(request.timeout(Duration.ofSeconds(20)).build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> post(Server server, String order) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(URI.create(server.address + "/orders"))
                .POST(HttpRequest.BodyPublishers.ofString(order)));
    }

    private Map<String, String> books(Server server) throws IOException, InterruptedException {
        Map<String, String> books = new HashMap<>();
        for (String symbol : SYMBOLS) {
            books.put(
                    symbol,
                    send(HttpRequest.newBuilder(URI.create(server.address + "/" + symbol)))
                            .body()
                            .strip());
        }
        return books;
    }

    /** Sends orders from several threads until so many are answered, or the exchange is gone. */
    private void trade(Server server, int orders, long seed, Runnable atEnd) throws InterruptedException {
        var answered = new AtomicInteger();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < CLIENTS; i++) {
            RandomGenerator random = new Random(seed + i);
            threads.add(Thread.ofVirtual().start(() -> {
                try {
                    while (answered.get() < orders) {
                        String answer = post(server, order(random)).body().strip();
                        String number = answer.substring(0, answer.indexOf(' '));
                        if (number.matches("\\d+")) {
                            answers.put(Long.valueOf(number), answer);
                        }
                        if (answered.incrementAndGet() == orders) {
                            atEnd.run();
                        }
                    }
                } catch (IOException | InterruptedException e) {
                    // The exchange is gone: whether this order counts isn't known.
                }
            }));
        }
        for (Thread thread : threads) {
            expect(thread.join(Duration.ofSeconds(60)), "a client hangs");
        }
    }

    private static String order(RandomGenerator random) {
        return (random.nextBoolean() ? "BUY " : "SELL ") + SYMBOLS.get(random.nextInt(SYMBOLS.size())) + " "
                + random.nextInt(1, 50) + " " + random.nextInt(95, 106);
    }

    private List<String> read(String name) {
        try (Journal journal = Journal.openReadOnly(folder.resolve(name))) {
            return Journaller.read(journal);
        }
    }

    /** Does by itself what the exchange does, with the orders in the journal, and compares. */
    private void compare(Map<String, String> books) {
        List<String> orders = read("journal");
        expect(orders.equals(read("replica")), "the replica has other orders than the journal");
        Map<String, Book> expected = new HashMap<>();
        Map<Long, String> expectedAnswers = new HashMap<>();
        var order = new Order();
        for (String line : orders) {
            order.recover(line);
            order.decode();
            int traded =
                    expected.computeIfAbsent(order.symbol, symbol -> new Book()).match(order);
            expectedAnswers.put(order.number, order.number + " traded " + traded + " of " + order.quantity);
        }
        expect(expectedAnswers.size() == orders.size(), "numbers were given twice");
        answers.forEach((number, answer) -> expect(
                answer.equals(expectedAnswers.get(number)),
                "an order was lost: \"" + answer + "\" was answered, the journal says " + expectedAnswers.get(number)));
        expected.forEach((symbol, book) -> expect(
                book.toString().equals(books.get(symbol)),
                "the book of " + symbol + " is\n" + books.get(symbol) + "\nand not\n" + book));
    }

    private void run() throws Exception {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println("seed " + seed);
        Map<String, String> before;
        try (Server server = start()) {
            HttpResponse<String> refused = post(server, "BUY ACME ten 99");
            expect(
                    refused.statusCode() == 400 && refused.body().contains("BUY ACME ten 99"),
                    "not refused: " + refused.body());
            trade(server, ORDERS, seed, () -> {});
            before = books(server);
            compare(before);
        } // kill -9
        try (Server server = start()) {
            expect(books(server).equals(before), "there are other books after a restart: " + books(server));
            System.out.println("passed: the same books after kill -9");
        }
        for (int kill = 1; kill <= KILLS; kill++) {
            try (Server server = start()) {
                trade(server, ORDERS, seed + kill * CLIENTS, server.process::destroyForcibly);
            }
        }
        try (Server server = start()) {
            compare(books(server));
            System.out.println("passed: all " + answers.size() + " answered orders are in the books after " + KILLS
                    + " kills in the middle; " + server.recovered);
        }
    }

    private static void expect(boolean condition, String otherwise) {
        if (!condition) {
            throw new AssertionError(otherwise);
        }
    }

    public static void main(String[] args) throws Exception {
        Path folder = Files.createTempDirectory("exchange");
        new ExchangeCheck(folder).run();
        try (var files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder())
                    .forEach(file -> file.toFile().delete());
        }
    }
}
