package dev.ropewalk.cluster.pekko;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Stands before a node, passes on what others send it, and keeps a copy of each connection's bytes. */
final class Wiretap implements AutoCloseable {
    private static final int BUFFER_BYTES = 16 << 10;
    private static final int BACKLOG = 64;

    private final ServerSocket server = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
    private final InetSocketAddress target;
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final List<ByteArrayOutputStream> heard = new CopyOnWriteArrayList<>();

    /** Finds a port for the node to listen at, and listens before it. */
    Wiretap() throws IOException {
        target = new InetSocketAddress(InetAddress.getLoopbackAddress(), FreePorts.next());
        Thread.ofVirtual().start(this::accept);
    }

    /** Returns the port by which others reach the node. */
    int port() {
        return server.getLocalPort();
    }

    /** Returns where the node listens. */
    InetSocketAddress target() {
        return target;
    }

    /** Returns what was sent to the node so far, by connection. */
    List<byte[]> heard() {
        return heard.stream().map(ByteArrayOutputStream::toByteArray).toList();
    }

    private void accept() {
        try {
            while (true) {
                Socket client = server.accept();
                Socket node = new Socket();
                open.addAll(List.of(client, node));
                Thread.ofVirtual().start(() -> connect(client, node));
            }
        } catch (IOException closed) {
            // the test is over
        }
    }

    private void connect(Socket client, Socket node) {
        var copy = new ByteArrayOutputStream();
        try (client;
                node) {
            node.connect(target);
            heard.add(copy);
            Thread.ofVirtual().start(() -> pass(node, client, OutputStream.nullOutputStream()));
            pass(client, node, copy);
        } catch (IOException notYet) {
            // the node doesn't listen: the other side tries again
        }
    }

    private static void pass(Socket from, Socket to, OutputStream copy) {
        byte[] buffer = new byte[BUFFER_BYTES];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                copy.write(buffer, 0, read);
                out.write(buffer, 0, read);
            }
            to.shutdownOutput();
        } catch (IOException over) {
            // a side has ended
        }
    }

    @Override
    public void close() throws IOException {
        server.close();
        for (Socket socket : open) {
            socket.close();
        }
    }
}
