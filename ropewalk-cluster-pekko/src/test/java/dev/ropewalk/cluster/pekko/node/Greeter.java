package dev.ropewalk.cluster.pekko.node;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** A server that isn't a node, and speaks first, as those of SSH and of mail do. */
final class Greeter implements AutoCloseable {
    private final ServerSocket server = new ServerSocket();
    private final Queue<Socket> clients = new ConcurrentLinkedQueue<>();
    private final AtomicInteger greeted = new AtomicInteger();

    /** Listens at a port, 0 for any. */
    Greeter(int port) throws IOException {
        server.setReuseAddress(true);
        server.bind(new InetSocketAddress(InetAddress.ofLiteral("127.0.0.1"), port));
        Thread.ofPlatform().daemon().name("greeter").start(this::greet);
    }

    private void greet() {
        while (!server.isClosed()) {
            try {
                Socket client = server.accept();
                clients.add(client);
                client.getOutputStream().write("220 ready\r\n".getBytes(StandardCharsets.US_ASCII));
                greeted.incrementAndGet();
            } catch (IOException gone) {
                // the client, or this
            }
        }
    }

    int port() {
        return server.getLocalPort();
    }

    /** Returns how many clients there were. */
    int greeted() {
        return greeted.get();
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket client : clients) {
            client.close();
        }
    }
}
