package dev.ropewalk.console.web;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.System.Logger.Level;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import javax.net.ssl.SSLContext;

/** The server of the console: who may ask, and what he gets. */
public final class WebServer implements AutoCloseable {
    private static final System.Logger LOG = System.getLogger("dev.ropewalk.console");
    private static final String POLICY =
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
                    + "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;
    private static final int STOP_SECONDS = 1;
    private static final long LOG_NANOS = 10_000_000_000L;

    /** How many pages may be shown at once: each looks at the whole program in each period. */
    private static final int MAX_STREAMS = 16;

    /** Whoever reaches the port may keep so many threads busy, and no more: the server closes other connections at once. */
    private static final int MAX_THREADS = 48;

    /** A stream that has taken long to make is made less often, but so often at least. */
    private static final long MAX_PAUSE_MILLIS = 10_000;

    /**
     * Where the server listens and whom it serves.
     *
     * @param address where it listens
     * @param host how browsers call that
     */
    public record Settings(
            InetAddress address,
            String host,
            int port,
            Optional<SSLContext> tls,
            Optional<String> password,
            Duration period) {}

    private final Settings settings;
    private final Content content;
    private final HttpServer server;
    private final ExecutorService threads;
    private final Guard guard;
    /** When a failure was logged last, 0 if none was. */
    private final AtomicLong lastLogged = new AtomicLong();

    private final Semaphore streams = new Semaphore(MAX_STREAMS);

    private WebServer(Settings settings, Content content, HttpServer server) {
        this.settings = settings;
        this.content = content;
        this.server = server;
        this.threads = new ThreadPoolExecutor(
                0,
                MAX_THREADS,
                30,
                TimeUnit.SECONDS,
                new SynchronousQueue<>(),
                Thread.ofPlatform().daemon().name("ropewalk-console-", 0).factory());
        this.guard = new Guard(hosts(), scheme(), port(), settings.password, System::nanoTime);
    }

    /** Binds the port and begins to serve. */
    public static WebServer start(Settings settings, Content content) throws IOException {
        var address = new InetSocketAddress(settings.address, settings.port);
        HttpServer server;
        if (settings.tls.isPresent()) {
            HttpsServer secure = HttpsServer.create(address, 0);
            secure.setHttpsConfigurator(new HttpsConfigurator(settings.tls.get()));
            server = secure;
        } else {
            server = HttpServer.create(address, 0);
        }
        var made = new WebServer(settings, content, server);
        try {
            server.setExecutor(made.threads);
            server.createContext("/", made::handle);
            startAsDaemon(server);
            return made;
        } catch (Throwable failed) {
            made.close();
            throw failed;
        }
    }

    /** The server's own thread is a daemon only if a daemon starts it; an open console shall keep no program from ending. */
    private static void startAsDaemon(HttpServer server) {
        CompletableFuture.runAsync(
                        server::start,
                        task -> Thread.ofPlatform()
                                .daemon()
                                .name("ropewalk-console-start")
                                .start(task))
                .join();
    }

    public int port() {
        return server.getAddress().getPort();
    }

    /** Returns the address of the page, with a new token. */
    public URI address() {
        String token = guard.newToken().map(text -> "?token=" + text).orElse("");
        return URI.create(scheme() + "://" + inAddress(settings.host) + ":" + port() + "/" + token);
    }

    @Override
    public void close() {
        threads.shutdownNow();
        // The server accepts in a thread of its own, and what it accepts while it closes connections would stay open.
        // That thread is given time
        // to notice that it shall stop; without a request under way it says at once that it has.
        server.stop(STOP_SECONDS);
        server.stop(0);
    }

    private String scheme() {
        return settings.tls.isPresent() ? "https" : "http";
    }

    private Set<String> hosts() {
        Set<String> hosts = new TreeSet<>();
        addHost(hosts, inAddress(settings.host));
        if (settings.address.isLoopbackAddress()) {
            addHost(hosts, "localhost");
        }
        return hosts;
    }

    /** Browsers leave out the port if it is the usual one. */
    private void addHost(Set<String> hosts, String name) {
        hosts.add(name + ":" + port());
        if (port() == (settings.tls.isPresent() ? HTTPS_PORT : HTTP_PORT)) {
            hosts.add(name);
        }
    }

    private static String inAddress(String host) {
        return host.contains(":") ? "[" + host + "]" : host;
    }

    private void handle(HttpExchange exchange) {
        try (exchange) {
            try {
                answer(exchange);
            } catch (InterruptedException closed) {
                Thread.currentThread().interrupt();
            } catch (CancellationException closed) {
                LOG.log(Level.DEBUG, "the console is closed", closed);
            } catch (BusyException busy) {
                answerFailure(exchange, 409, busy);
            } catch (IOException gone) {
                // The browser doesn't listen any more.
                LOG.log(Level.DEBUG, "a browser has left", gone);
            } catch (Throwable failed) {
                log("the console couldn't answer " + exchange.getRequestURI().getPath(), failed);
                answerFailure(exchange, 500, failed);
            }
        }
    }

    private void answer(HttpExchange exchange) throws IOException, InterruptedException {
        addHeaders(exchange.getResponseHeaders());
        switch (guard.judge(exchange)) {
            case ADMITTED -> serve(exchange);
            case OPENS_SESSION -> {
                exchange.getResponseHeaders().set("Set-Cookie", guard.newSession());
                exchange.getResponseHeaders().set("Location", "/");
                exchange.sendResponseHeaders(303, -1);
            }
            case ASKED_FOR_PASSWORD -> {
                exchange.getResponseHeaders().set("WWW-Authenticate", "Basic realm=\"Ropewalk\"");
                exchange.sendResponseHeaders(401, -1);
            }
            case REFUSED -> exchange.sendResponseHeaders(403, -1);
        }
    }

    private static void answerFailure(HttpExchange exchange, int status, Throwable failure) {
        try {
            if (exchange.getResponseCode() < 0) {
                byte[] text = (failure + "\n").getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
                exchange.sendResponseHeaders(status, text.length);
                exchange.getResponseBody().write(text);
            }
        } catch (IOException gone) {
            LOG.log(Level.DEBUG, "a browser has left", gone);
        }
    }

    /** Logs a failure, unless another one was logged a moment ago: a page asks again and again. */
    private void log(String text, Throwable failure) {
        long now = System.nanoTime();
        long last = lastLogged.get();
        if ((last == 0 || now - last > LOG_NANOS) && lastLogged.compareAndSet(last, now == 0 ? 1 : now)) {
            LOG.log(Level.WARNING, text, failure);
        }
    }

    private static void addHeaders(Headers headers) {
        headers.set("Content-Security-Policy", POLICY);
        headers.set("X-Content-Type-Options", "nosniff");
        headers.set("Referrer-Policy", "no-referrer");
        headers.set("Cross-Origin-Opener-Policy", "same-origin");
        headers.set("Cross-Origin-Resource-Policy", "same-origin");
        headers.set("Cache-Control", "no-store");
    }

    private void serve(HttpExchange exchange) throws IOException, InterruptedException {
        if (!exchange.getRequestMethod().equals("GET")) {
            exchange.getResponseHeaders().set("Allow", "GET");
            exchange.sendResponseHeaders(405, -1);
            return;
        }
        String path = exchange.getRequestURI().getPath();
        var query = new Query(exchange.getRequestURI());
        if (path.startsWith("/stream/")) {
            stream(exchange, path.substring("/stream/".length()), query);
        } else if (path.startsWith("/look/")) {
            look(exchange, path.substring("/look/".length()), query);
        } else if (path.startsWith("/take/")) {
            takeAway(exchange, path.substring("/take/".length()), query);
        } else {
            Pages.Page page = Pages.of(path);
            if (page == null) {
                exchange.sendResponseHeaders(404, -1);
            } else {
                send(exchange, page.type(), page.bytes());
            }
        }
    }

    private void look(HttpExchange exchange, String view, Query query) throws IOException {
        if (content.hasView(view)) {
            byte[] bytes = content.look(view, query).toString().getBytes(StandardCharsets.UTF_8);
            send(exchange, "application/json", bytes);
        } else {
            exchange.sendResponseHeaders(404, -1);
        }
    }

    private void stream(HttpExchange exchange, String view, Query query) throws IOException, InterruptedException {
        if (!content.hasView(view)) {
            exchange.sendResponseHeaders(404, -1);
        } else if (streams.tryAcquire()) {
            try {
                exchange.getResponseHeaders().set("Content-Type", "text/event-stream");
                exchange.sendResponseHeaders(200, 0);
                new EventStream(exchange.getResponseBody())
                        .run(
                                () -> content.look(view, query),
                                settings.period.toMillis(),
                                MAX_PAUSE_MILLIS,
                                () -> MAX_STREAMS - streams.availablePermits());
            } finally {
                streams.release();
            }
        } else {
            exchange.sendResponseHeaders(503, -1);
        }
    }

    private void takeAway(HttpExchange exchange, String name, Query query) throws IOException, InterruptedException {
        Content.Document document = content.takeAway(name, query);
        if (document == null) {
            exchange.sendResponseHeaders(404, -1);
            return;
        }
        try (InputStream in = document.content()) {
            exchange.getResponseHeaders()
                    .set("Content-Disposition", "attachment; filename=\"" + document.fileName() + "\"");
            exchange.getResponseHeaders().set("Content-Type", document.contentType());
            exchange.sendResponseHeaders(200, 0);
            in.transferTo(exchange.getResponseBody());
        }
    }

    private static void send(HttpExchange exchange, String type, byte[] bytes) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(200, bytes.length == 0 ? -1 : bytes.length);
        try (OutputStream body = exchange.getResponseBody()) {
            body.write(bytes);
        }
    }
}
