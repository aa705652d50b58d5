package dev.ropewalk.console.web;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class EventStreamTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final EventStream stream = new EventStream(out);

    private String sent(ObjectNode view) throws IOException {
        out.reset();
        stream.send(view);
        return out.toString(StandardCharsets.UTF_8);
    }

    private static ObjectNode view(int a, String b) {
        return JsonNodeFactory.instance.objectNode().put("a", a).put("b", b);
    }

    @Test
    void shouldSendAllAndThenWhatHasChanged() throws IOException {
        assertThat(sent(view(1, "x"))).isEqualTo("data: {\"a\":1,\"b\":\"x\"}\n\n");
        assertThat(sent(view(2, "x"))).isEqualTo("data: {\"a\":2}\n\n");
        assertThat(sent(view(2, "x"))).isEqualTo(": nothing new\n\n");
        assertThat(sent(view(2, "y"))).isEqualTo("data: {\"b\":\"y\"}\n\n");
    }

    @Test
    void shouldSayWhatIsGone() throws IOException {
        sent(view(1, "x"));
        ObjectNode less = view(1, "x");
        less.remove("b");
        assertThat(sent(less)).isEqualTo("data: {\"b\":null}\n\n");
        assertThat(sent(less)).isEqualTo(": nothing new\n\n");
        assertThat(sent(view(1, "x"))).isEqualTo("data: {\"b\":\"x\"}\n\n");
    }

    @Test
    void shouldKeepANameInItsLine() throws IOException {
        assertThat(sent(view(1, "two\nlines\r\n\ndata: forged")))
                .isEqualTo("data: {\"a\":1,\"b\":\"two\\nlines\\r\\n\\ndata: forged\"}\n\n");
    }

    @Test
    void shouldSendLessOftenWhatTakesLongOrIsShownManyTimes() {
        assertThat(EventStream.pause(5_000_000, 1000, 10_000, 1)).isEqualTo(1000);
        assertThat(EventStream.pause(20_000_000, 1000, 10_000, 1)).isEqualTo(2000);
        assertThat(EventStream.pause(20_000_000, 1000, 10_000, 3)).isEqualTo(6000);
        assertThat(EventStream.pause(20_000_000, 1000, 10_000, 16)).isEqualTo(10_000);
        assertThat(EventStream.pause(990_000, 100, 10_000, 16)).isEqualTo(1584);
    }
}
