package dev.ropewalk.demo.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class HealthTest {
    private static int get(HttpClient client, Health health, String path) throws IOException, InterruptedException {
        var uri = URI.create("http://127.0.0.1:" + health.port() + path);
        return client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.discarding())
                .statusCode();
    }

    @Test
    void shouldAnswerWhileAnotherRequestIsHalfSent() throws Exception {
        try (var health = new Health(0);
                var half = new Socket(InetAddress.getLoopbackAddress(), health.port());
                var client = HttpClient.newHttpClient()) {
            half.getOutputStream().write("GET /live HTT".getBytes(StandardCharsets.US_ASCII));
            half.getOutputStream().flush();
            var uri = URI.create("http://127.0.0.1:" + health.port() + "/live");
            HttpRequest request =
                    HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(60)).build();
            assertThat(client.send(request, BodyHandlers.discarding()).statusCode())
                    .isEqualTo(200);
        }
    }

    @Test
    void shouldBeReadyFromJoiningToLeaving() throws Exception {
        try (var health = new Health(0);
                var client = HttpClient.newHttpClient();
                ActorSystem system = ActorSystem.create("health")) {
            assertThat(get(client, health, "/ready")).isEqualTo(503);
            assertThat(get(client, health, "/live")).isEqualTo(200);
            try (Cluster cluster = Cluster.local(system)) {
                health.joined(cluster);
                assertThat(get(client, health, "/ready")).isEqualTo(200);
                health.leaving();
                assertThat(get(client, health, "/ready")).isEqualTo(503);
                assertThat(get(client, health, "/live")).isEqualTo(200);
            }
            assertThat(get(client, health, "/live")).isEqualTo(503);
            assertThat(get(client, health, "/others")).isEqualTo(404);
        }
    }
}
