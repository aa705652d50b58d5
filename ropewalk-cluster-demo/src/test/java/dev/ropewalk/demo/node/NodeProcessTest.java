package dev.ropewalk.demo.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.demo.ClusterCommand;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.ChildJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A node by itself, as in a container. */
class NodeProcessTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int TERMINATED = 143;

    @TempDir
    private Path folder;

    private String printed() {
        try {
            return Files.readString(folder.resolve("out"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean isFound(HttpClient client, HttpRequest request) {
        try {
            return client.send(request, BodyHandlers.discarding()).statusCode() == 200;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    @Test
    void shouldLeaveWhenItIsTerminated() throws Exception {
        Process node = ChildJvm.start(
                List.of(),
                folder,
                List.of(
                        "--sun-misc-unsafe-memory-access=allow",
                        "-cp",
                        System.getProperty("java.class.path"),
                        ClusterCommand.class.getName(),
                        "node",
                        "--plaintext",
                        "--port=0",
                        "--health-port=0",
                        "--hand-off=1s"));
        try (var client = HttpClient.newHttpClient()) {
            Await.until(() -> "it is up; " + printed(), () -> printed().contains("health "), LONG);
            int port = Integer.parseInt(printed()
                    .lines()
                    .filter(line -> line.startsWith("health "))
                    .findFirst()
                    .orElseThrow()
                    .substring("health ".length()));
            var ready = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/ready"))
                    .build();
            Await.until(() -> "it is ready; " + printed(), () -> isFound(client, ready), LONG);
            node.destroy();
            assertThat(node.waitFor(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
            assertThat(node.exitValue()).isEqualTo(TERMINATED);
            assertThat(printed()).contains("report left", "it has left");
        } finally {
            node.destroyForcibly();
        }
    }
}
