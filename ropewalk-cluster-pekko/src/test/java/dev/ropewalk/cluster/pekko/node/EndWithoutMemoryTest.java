package dev.ropewalk.cluster.pekko.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cluster.pekko.FreePorts;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.Twin;
import java.util.List;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** The end of a node that has no memory for a line in the log. */
class EndWithoutMemoryTest {
    /** Starts a node at a port, stops it, and returns what its listener was told of its end. */
    private static final class Life implements IntFunction<List<String>> {
        @Override
        public List<String> apply(int port) {
            try (var node =
                    TestNode.start(TestNode.options("end-without-memory").port(port))) {
                TestNode.awaitUp(node);
                node.engine.stop();
                Await.until("its listener is told", () -> !node.removed.isEmpty(), TestNode.LONG);
                return List.copyOf(node.removed);
            }
        }
    }

    @Test
    @SuppressWarnings("unchecked")
    void shouldBeToldAllTheSame() throws Exception {
        IntFunction<List<String>> life = Twin.failing("dev.ropewalk.cluster.pekko", MemberLog.class, "ended", "line")
                .make(IntFunction.class, Life.class);
        assertThat(life.apply(FreePorts.next())).hasSize(1);
    }
}
