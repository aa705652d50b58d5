package dev.ropewalk.cluster.pekko.settings;

import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.cluster.pekko.FreePorts;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class HostsCheckTest {
    private static final int CHECKS = 3000;

    /** A new process has copies of all sockets for a moment. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldNotBeInTheWayOfTheNodeWhileAProcessIsStarted() throws IOException, InterruptedException {
        ClusterOptions options =
                ClusterOptions.defaults("shop", CodecRegistry.builder().build()).plaintext(true);
        var isDone = new AtomicBoolean();
        Thread starter = Thread.ofPlatform().start(() -> startProcesses(isDone));
        try {
            for (int i = 0; i < CHECKS; i++) {
                int port = FreePorts.next();
                Hosts.check(options.port(port));
                new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close();
            }
        } finally {
            isDone.set(true);
            starter.join();
        }
    }

    private static void startProcesses(AtomicBoolean isDone) {
        try {
            while (!isDone.get()) {
                new ProcessBuilder("true").start().waitFor();
            }
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
