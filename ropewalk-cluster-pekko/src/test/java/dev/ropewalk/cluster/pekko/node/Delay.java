package dev.ropewalk.cluster.pekko.node;

import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.pekko.FreePorts;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Stands before a node that is far away: what others send it takes its time. */
final class Delay implements AutoCloseable {
    private static final int BUFFER_BYTES = 16 << 10;

    private final ServerSocket server = new ServerSocket(0, 64, InetAddress.getLoopbackAddress());
    private final InetSocketAddress node = new InetSocketAddress(InetAddress.getLoopbackAddress(), FreePorts.next());
    private final List<Socket> open = new CopyOnWriteArrayList<>();
    private final Duration length;

    /** One thread, so that nothing overtakes. */
    private final ScheduledExecutorService late = Executors.newSingleThreadScheduledExecutor(
            Thread.ofPlatform().daemon().name("delay").factory());

    @FunctionalInterface
    private interface Task {
        void run() throws IOException;
    }

    Delay(Duration length) throws IOException {
        this.length = length;
        Thread.ofVirtual().start(this::accept);
    }

    /** Returns the options of a node behind this. */
    ClusterOptions before(ClusterOptions options) {
        return options.port(server.getLocalPort())
                .bindHost(node.getHostString())
                .bindPort(node.getPort());
    }

    private void accept() {
        try {
            while (true) {
                Socket client = server.accept();
                Socket behind = new Socket();
                open.addAll(List.of(client, behind));
                Thread.ofVirtual().start(() -> connect(client, behind));
            }
        } catch (IOException closed) {
            // the test is over
        }
    }

    private void connect(Socket client, Socket behind) {
        try {
            behind.connect(node);
            Thread.ofVirtual().start(() -> pass(behind, client, Duration.ZERO));
            pass(client, behind, length);
        } catch (IOException notYet) {
            close(client); // the node doesn't listen: the other side tries again
        }
    }

    private static void close(Socket socket) {
        try {
            socket.close();
        } catch (IOException over) {
            // it is closed as far as it can be
        }
    }

    private void pass(Socket from, Socket to, Duration time) {
        byte[] buffer = new byte[BUFFER_BYTES];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                byte[] bytes = Arrays.copyOf(buffer, read);
                after(time, () -> out.write(bytes));
            }
            after(time, to::shutdownOutput);
        } catch (IOException | RejectedExecutionException over) {
            // a side has ended
        }
    }

    private void after(Duration time, Task task) {
        var ignored = late.schedule(
                () -> {
                    task.run();
                    return null;
                },
                time.toNanos(),
                TimeUnit.NANOSECONDS);
    }

    @Override
    public void close() throws IOException {
        var ignored = late.shutdownNow();
        server.close();
        for (Socket socket : open) {
            socket.close();
        }
    }
}
