package dev.ropewalk.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.testing.ChildJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A simulation that is the first in its JVM to use a socket, which it doesn't control. */
class SocketsTest {
    @Test
    void shouldLeaveTheSocketsOfOtherThreadsAlone(@TempDir Path folder) throws Exception {
        List<String> told = ChildJvm.run(
                folder,
                List.of(
                        "--add-opens=java.base/java.lang=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        SocketsTest.class.getName(),
                        folder.toString()));

        assertThat(told).containsExactly("not under control", "read 1");
    }

    static void main(String[] args) {
        try {
            Simulations.check(SimulationOptions.defaults().name("sockets").reports(Path.of(args[0])), simulation -> {
                CompletableFuture<Integer> ignored = talk(simulation.scheduler().threadFactory()::newThread);
                simulation.run();
            });
            System.out.println("green");
        } catch (SimulationFailure failure) {
            String message = String.valueOf(failure.getMessage());
            System.out.println(message.contains("doesn't control") ? "not under control" : message);
        }
        System.out.println("read " + talk(Thread.ofVirtual()::unstarted).join());
    }

    /** Lets two threads talk; returns what one reads. */
    private static CompletableFuture<Integer> talk(Function<Runnable, Thread> threads) {
        var read = new CompletableFuture<Integer>();
        try {
            var server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
            threads.apply(() -> serve(server)).start();
            threads.apply(() -> read.complete(readFrom(server.getLocalPort()))).start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return read;
    }

    private static void serve(ServerSocket server) {
        try (server;
                Socket client = server.accept()) {
            client.getOutputStream().write(1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static int readFrom(int port) {
        try (var socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            return socket.getInputStream().read();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
