package dev.ropewalk.console;

import dev.ropewalk.console.view.Views;
import dev.ropewalk.console.web.WebServer;
import java.io.IOException;
import java.net.BindException;
import java.net.URI;
import java.util.Objects;

/**
 * A page in the browser that shows what goes on in this JVM: schedulers and their workers, actors, channels and who waits for whom,
 * pipelines, limits, task graphs, journals, and warnings with what to do about them. Nothing has to be planned for: every part lists itself,
 * see {@code live()} of each type.
 *
 * <p><b>Access.</b> The console listens at 127.0.0.1, at a free port, unless {@link ConsoleOptions} say otherwise. Each address that
 * {@link #address()} returns has a token that opens the page in one browser, once, within ten minutes. Whoever has none gets status 403 and no
 * word. Requests of other pages are refused by their {@code Host} and {@code Origin}. The console only shows: no part of the program can be
 * changed by it.
 *
 * <p><b>Cost.</b> While no page is open it takes two threads that sleep. While one is, one look at the parts in each period, in a thread of its own;
 * no part is stopped for that.
 *
 * <p>Any thread may use it.
 *
 * {@snippet class="dev.ropewalk.console.snippets.ConsoleSnippets" region="open" :
 * try (Console console = Console.open()) {
 *     System.out.println("See " + console.address());
 *     work();
 * }
 * }
 *
 * <p>Erlang's <em>observer</em>, Phoenix LiveDashboard and tokio-console have shown what such a page is good for.
 */
public final class Console implements AutoCloseable {
    private final ConsoleOptions options;
    private final WebServer server;
    private volatile boolean isClosed;

    private Console(ConsoleOptions options, WebServer server) {
        this.options = options;
        this.server = server;
    }

    /**
     * Opens a console with the default options.
     *
     * @throws IOException if no port is to be had
     */
    public static Console open() throws IOException {
        return open(ConsoleOptions.defaults());
    }

    /**
     * Opens a console.
     *
     * @throws IOException if the port isn't to be had
     */
    public static Console open(ConsoleOptions options) throws IOException {
        Objects.requireNonNull(options, "options");
        var settings = new WebServer.Settings(
                options.address(), options.host(), options.port(), options.tls(), options.password(), options.period());
        try {
            return new Console(options, WebServer.start(settings, Views.create(options.period())));
        } catch (BindException e) {
            throw new IOException(
                    "the console can't listen at " + options.host() + ":" + options.port() + ": " + e.getMessage(), e);
        }
    }

    /**
     * Returns where the page is, with a token for one browser; each call makes a new one. With a password there is no token.
     *
     * @throws IllegalStateException if the console is closed
     */
    public URI address() {
        if (isClosed) {
            throw new IllegalStateException(this + " is closed");
        }
        return server.address();
    }

    /** Ends it: pages that are open say so. Does nothing the second time. */
    @Override
    public void close() {
        isClosed = true;
        server.close();
    }

    @Override
    public String toString() {
        return "Console[" + options.host() + ":" + server.port() + "]";
    }
}
