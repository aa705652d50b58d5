package dev.ropewalk.cluster.kubernetes;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;

/** An API server on the loopback network, which answers what a test says. */
final class TestApi implements AutoCloseable {
    /** What was asked: the path with its query, and the token. */
    final List<String> asked = new CopyOnWriteArrayList<>();

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private volatile Reply reply = exchange -> send(exchange, 200, list());

    /** Answers a question. */
    @FunctionalInterface
    interface Reply {
        void to(HttpExchange exchange) throws IOException;
    }

    TestApi() throws IOException {
        this(HttpServer.create(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), 0), 0));
    }

    TestApi(HttpServer server) {
        this.server = server;
        server.createContext("/", exchange -> {
            asked.add(exchange.getRequestURI() + " "
                    + exchange.getRequestHeaders().getOrDefault("Authorization", List.of()));
            reply.to(exchange);
        });
        server.setExecutor(threads);
        server.start();
    }

    URI address(String scheme) {
        return URI.create(scheme + "://127.0.0.1:" + server.getAddress().getPort());
    }

    void reply(Reply value) {
        reply = value;
    }

    /** Answers with a status and a text. */
    void reply(int status, String text) {
        reply = exchange -> send(exchange, status, text);
    }

    private static void send(HttpExchange exchange, int status, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        try (exchange) {
            exchange.sendResponseHeaders(status, bytes.length);
            try (OutputStream body = exchange.getResponseBody()) {
                body.write(bytes);
            }
        }
    }

    static String list(String... pods) {
        return "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"metadata\":{\"resourceVersion\":\"7\"},\"items\":["
                + String.join(",", pods) + "]}";
    }

    /** A pod as the server tells it, with what nobody reads here. */
    static String pod(String name, String phase, String... addresses) {
        String all = List.of(addresses).stream()
                .map(address -> "{\"ip\":\"" + address + "\"}")
                .collect(Collectors.joining(","));
        String first = addresses.length == 0 ? "" : ",\"podIP\":\"" + addresses[0] + "\",\"podIPs\":[" + all + "]";
        return "{\"metadata\":{\"name\":\"" + name
                + "\",\"labels\":{\"app\":\"shop\"},\"managedFields\":[{\"f:status\":{\"f:podIP\":{}}}]},"
                + "\"spec\":{\"containers\":[{\"name\":\"node\",\"ports\":[{\"name\":\"cluster\",\"containerPort\":2551},"
                + "{\"name\":\"health\",\"containerPort\":8080},{\"containerPort\":9}]},{\"name\":\"other\"}]},"
                + "\"status\":{\"phase\":\"" + phase + "\",\"hostIP\":\"10.9.9.9\"" + first + ",\"qosClass\":null}}";
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
