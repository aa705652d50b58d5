package dev.ropewalk.console.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.ropewalk.console.Console;
import dev.ropewalk.console.web.BusyException;
import dev.ropewalk.console.web.Content.Document;
import dev.ropewalk.console.web.Query;
import dev.ropewalk.testing.Await;
import java.io.InputStream;
import java.net.CookieManager;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Objects;
import jdk.jfr.FlightRecorder;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recordings that are taken away. */
class TakeAwayTest {
    private final TakeAway takeAway = new TakeAway(JsonNodeFactory.instance::objectNode, () -> "");

    @Test
    void shouldGiveARecordingThatCanBeRead(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("taken.jfr");
        try (InputStream content = recording(1).content()) {
            Files.copy(content, file);
        }

        assertThat(RecordingFile.readAllEvents(file))
                .extracting(RecordedEvent::getEventType)
                .extracting(type -> type.getName())
                .contains("jdk.JVMInformation");
        assertThat(isRecording()).isFalse();
    }

    /** A server that writes what it reads notices soon that its client has gone, and closes the content. */
    @Test
    void shouldHaveSomethingToSendWhileItRecords() throws Exception {
        try (InputStream content = recording(60).content()) {
            assertThat(content.read(new byte[1 << 20])).isPositive();
            assertThat(isRecording()).isTrue();
        }
    }

    @Test
    void shouldEndARecordingThatIsClosed() throws Exception {
        try (InputStream content = recording(60).content()) {
            assertThatThrownBy(() -> recording(60)).isInstanceOf(BusyException.class);
            assertThat(content).isNotNull();
        }

        assertThat(isRecording()).isFalse();
        try (InputStream content = recording(60).content()) {
            assertThat(content).isNotNull();
            assertThat(isRecording()).isTrue();
        }
    }

    @Test
    void shouldEndTheRecordingOfAClientThatHangsUp() throws Exception {
        try (Console console = Console.open();
                HttpClient client = HttpClient.newBuilder()
                        .cookieHandler(new CookieManager())
                        .followRedirects(HttpClient.Redirect.NORMAL)
                        .build()) {
            URI page = console.address();
            assertThat(get(client, page, BodyHandlers.discarding()).statusCode())
                    .isEqualTo(200);
            var answer = get(client, page.resolve("/take/recording.jfr?seconds=60"), BodyHandlers.ofInputStream());
            try (InputStream content = answer.body()) {
                assertThat(content.read()).isNotNegative();
                assertThat(isRecording()).isTrue();
            }

            Await.until("the recording has ended", () -> !isRecording(), Duration.ofSeconds(40));
        }
    }

    private static <T> HttpResponse<T> get(HttpClient client, URI address, HttpResponse.BodyHandler<T> handler)
            throws Exception {
        return client.send(HttpRequest.newBuilder(address).build(), handler);
    }

    private Document recording(int seconds) throws Exception {
        return Objects.requireNonNull(
                takeAway.take("recording.jfr", new Query(URI.create("recording.jfr?seconds=" + seconds))));
    }

    private static boolean isRecording() {
        return FlightRecorder.getFlightRecorder().getRecordings().stream()
                .anyMatch(recording -> recording.getName().equals("Ropewalk console"));
    }
}
