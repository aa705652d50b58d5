package dev.ropewalk.task.run;

import dev.ropewalk.task.BoundedExecutor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/**
 * A program of its own, for a JVM with two carriers: a bounded task is the first to wait for a socket, then bounded tasks compute on all
 * carriers but one. Prints how many of the JDK's own virtual threads could read a socket meanwhile.
 */
final class SocketProbe {
    private static volatile boolean ended;

    private SocketProbe() {}

    public static void main(String[] arguments) throws Exception {
        try (ExecutorService bounded = BoundedExecutor.builder(2).build();
                ExecutorService others = Executors.newVirtualThreadPerTaskExecutor();
                var server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread.ofPlatform().daemon().start(() -> greetAll(server));
            System.out.println("first=" + bounded.submit(() -> greeting(server)).get(20, TimeUnit.SECONDS));
            Future<?> computing = bounded.submit(SocketProbe::compute);
            List<Future<Integer>> greetings = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                greetings.add(others.submit(() -> greeting(server)));
            }
            int sum = 0;
            for (Future<Integer> greeting : greetings) {
                sum += greeting.get(20, TimeUnit.SECONDS);
            }
            System.out.println("others=" + sum);
            ended = true;
            computing.get(20, TimeUnit.SECONDS);
        } finally {
            ended = true;
        }
    }

    private static void compute() {
        while (!ended) {
            Thread.onSpinWait();
        }
    }

    private static int greeting(ServerSocket server) throws IOException {
        try (var socket = new Socket(server.getInetAddress(), server.getLocalPort())) {
            return socket.getInputStream().read();
        }
    }

    /** A greeting comes a while after its reader is connected, which so has to wait for it. */
    private static void greetAll(ServerSocket server) {
        while (!server.isClosed()) {
            try (Socket socket = server.accept()) {
                Thread.sleep(1);
                socket.getOutputStream().write(1);
            } catch (IOException | InterruptedException closed) {
                return;
            }
        }
    }
}
