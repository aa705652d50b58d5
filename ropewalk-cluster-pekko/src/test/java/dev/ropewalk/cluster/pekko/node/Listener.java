package dev.ropewalk.cluster.pekko.node;

import dev.ropewalk.cluster.NodeAddress;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** Takes connections as a node does, but says nothing, as one that is paused; or closes them, as a proxy does whose node isn't there. */
final class Listener implements AutoCloseable {
    private final ServerSocket server;
    private final boolean closes;
    private final Queue<Socket> open = new ConcurrentLinkedQueue<>();
    private final AtomicInteger taken = new AtomicInteger();

    private Listener(boolean closes) {
        this.closes = closes;
        try {
            server = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Thread.ofPlatform().daemon().name("listener").start(this::run);
    }

    static Listener silent() {
        return new Listener(false);
    }

    static Listener closing() {
        return new Listener(true);
    }

    private void run() {
        while (!server.isClosed()) {
            try {
                Socket socket = server.accept();
                taken.incrementAndGet();
                if (closes) {
                    socket.close();
                } else {
                    open.add(socket);
                }
            } catch (IOException closing) {
                // it is closed, or that connection has failed already
            }
        }
    }

    NodeAddress address() {
        return new NodeAddress("127.0.0.1", server.getLocalPort());
    }

    /** Returns how many connections it has taken. */
    int taken() {
        return taken.get();
    }

    /** Nobody is at its address any more. */
    void goAway() throws IOException {
        close();
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : open) {
            socket.close();
        }
    }
}
