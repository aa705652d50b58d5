package dev.ropewalk.cluster.pekko.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.cluster.pekko.FreePorts;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.CapturedLog;
import dev.ropewalk.testing.Twin;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.logging.Level;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A start that fails halfway, when there is an actor system already. */
class FailedStartTest {
    private static final String CLUSTER = "failed-start";

    /** Starts a node at a port. */
    private static final class Start implements IntConsumer {
        @Override
        public void accept(int port) {
            TestNode.start(TestNode.options(CLUSTER).port(port)).close();
        }
    }

    @ParameterizedTest(name = "{1} in {0}")
    @CsvSource({"<init>, get", "<init>, actorOf", "sendRestBeforeLeaving, addTask", "join, actorOf"})
    void shouldLeaveNothingBehind(String method, String call) throws Exception {
        int port = FreePorts.next();
        IntConsumer start = Twin.failing("dev.ropewalk.cluster.pekko", PekkoEngine.class, method, call)
                .make(IntConsumer.class, Start.class);
        try (var log = new CapturedLog("dev.ropewalk.cluster.pekko")) {
            assertThatThrownBy(() -> start.accept(port))
                    .isInstanceOf(OutOfMemoryError.class)
                    .hasMessage(Twin.FAILURE);
            new ServerSocket(port, 1, InetAddress.getLoopbackAddress()).close(); // or it throws
            Await.until(
                    () -> "no thread is left, but there are " + threads(),
                    () -> threads().isEmpty(),
                    TestNode.LONG);
            assertThat(log.messages(Level.WARNING, "")).isEmpty();
        }
    }

    private static List<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith(CLUSTER))
                .toList();
    }
}
