package dev.ropewalk.demo.node;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.ropewalk.cluster.Cluster;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * Tells whoever runs a node how it is, over HTTP: {@code /ready} is 200 while it is {@linkplain Cluster#isReady ready} and doesn't leave, {@code /live} is 200 until it is a member no more; else 503. It tells nothing else, and
 * listens at all addresses.
 */
final class Health implements AutoCloseable {
    private static final int OK = 200;
    private static final int UNAVAILABLE = 503;

    private final HttpServer server;

    /** A thread for each request: one whose caller is slow keeps no other. */
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    private volatile @Nullable Cluster cluster;
    private volatile boolean leaving;

    Health(int port) throws IOException {
        server = HttpServer.create(new InetSocketAddress(port), 0);
        server.createContext("/ready", exchange -> answer(exchange, isReady()));
        server.createContext("/live", exchange -> answer(exchange, isLive()));
        server.setExecutor(threads);
        server.start();
    }

    int port() {
        return server.getAddress().getPort();
    }

    /** The node has joined. */
    void joined(Cluster value) {
        cluster = value;
    }

    /** The node is about to leave. */
    void leaving() {
        leaving = true;
    }

    private boolean isLive() {
        Cluster own = cluster;
        return own == null || !own.removal().isDone();
    }

    private boolean isReady() {
        Cluster own = cluster;
        return own != null && !leaving && own.isReady();
    }

    private static void answer(HttpExchange exchange, boolean isGood) throws IOException {
        try (exchange) {
            byte[] text = (isGood ? "yes\n" : "no\n").getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(isGood ? OK : UNAVAILABLE, text.length);
            try (OutputStream body = exchange.getResponseBody()) {
                body.write(text);
            }
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
