package dev.ropewalk.demo.proxy;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ToIntFunction;

/**
 * What others take for a node: it takes their connections, and passes on to the node what comes, and back. A way that is cut swallows everything: bytes, the end of a connection, and its beginning. All that
 * goes on where it was when the way is open again, as over a network that repeats what was lost.
 *
 * <p>Whom a connection is from it knows by the address that it comes from: each node connects from one of its own.
 */
public final class Proxy implements AutoCloseable {
    private static final int MAX_CONNECTIONS = 1024;
    private static final int BUFFER_BYTES = 16 << 10;
    private static final int BACKLOG = 64;

    private final int node;
    private final Cuts cuts;
    private final ToIntFunction<InetAddress> nodeAt;
    private final ServerSocket server;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private volatile InetSocketAddress target;
    private volatile boolean closed;

    /** Passes bytes on. */
    private record Pump(Socket from, Socket to, int source, int destination) {}

    /**
     * Listens at any port of the loopback address.
     *
     * @param node the number of the node
     * @param target where it listens
     * @param cuts which ways are cut
     * @param nodeAt tells the number of the node that connects from an address
     */
    public Proxy(int node, InetSocketAddress target, Cuts cuts, ToIntFunction<InetAddress> nodeAt) throws IOException {
        this.node = node;
        this.target = target;
        this.cuts = cuts;
        this.nodeAt = nodeAt;
        this.server = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        Thread.ofVirtual().name("proxy of node " + node).start(this::accept);
    }

    /** Returns the port at which it listens. */
    public int port() {
        return server.getLocalPort();
    }

    /** Sets where the node listens, from the next connection on. */
    public void target(InetSocketAddress value) {
        target = value;
    }

    private void accept() {
        while (!closed) {
            try {
                Socket client = server.accept();
                if (open.size() >= MAX_CONNECTIONS) {
                    client.close();
                } else {
                    open.add(client);
                    Thread.ofVirtual().start(() -> connect(client));
                }
            } catch (IOException closing) {
                // it is closed, or that connection has failed already
            }
        }
    }

    private void connect(Socket client) {
        int source = nodeAt.applyAsInt(client.getInetAddress());
        var own = new Socket();
        open.add(own);
        try {
            if (cuts.awaitOpen(source, node) && cuts.awaitOpen(node, source) && !closed) {
                own.connect(target);
                own.setTcpNoDelay(true);
                client.setTcpNoDelay(true);
                Thread back = Thread.ofVirtual().start(() -> pump(new Pump(own, client, node, source)));
                pump(new Pump(client, own, source, node));
                back.join();
            }
        } catch (IOException refused) {
            // nobody listens there: the client's connection ends
        } catch (InterruptedException never) {
            Thread.currentThread().interrupt();
        } finally {
            end(client);
            end(own);
        }
    }

    private void pump(Pump pump) {
        byte[] buffer = new byte[BUFFER_BYTES];
        try {
            InputStream in = pump.from.getInputStream();
            OutputStream out = pump.to.getOutputStream();
            int read = in.read(buffer);
            while (read >= 0 && cuts.awaitOpen(pump.source, pump.destination)) {
                out.write(buffer, 0, read);
                read = in.read(buffer);
            }
            if (cuts.awaitOpen(pump.source, pump.destination)) {
                pump.to.shutdownOutput();
            }
        } catch (IOException broken) {
            breakBoth(pump);
        } catch (InterruptedException never) {
            Thread.currentThread().interrupt();
        }
    }

    /** A side has broken off: the other one hears of it when both ways are open. */
    private void breakBoth(Pump pump) {
        try {
            boolean ignored =
                    cuts.awaitOpen(pump.source, pump.destination) && cuts.awaitOpen(pump.destination, pump.source);
        } catch (InterruptedException never) {
            Thread.currentThread().interrupt();
        }
        end(pump.from);
        end(pump.to);
    }

    private void end(Socket socket) {
        open.remove(socket);
        try {
            socket.close();
        } catch (IOException ignored) {
            // it is over in any case
        }
    }

    /** Listens no longer, and ends all connections. */
    @Override
    public void close() throws IOException {
        closed = true;
        server.close();
        open.forEach(this::end);
    }
}
