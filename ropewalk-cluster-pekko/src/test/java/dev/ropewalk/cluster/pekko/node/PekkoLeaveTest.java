package dev.ropewalk.cluster.pekko.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.testing.CapturedLog;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.logging.Level;
import org.junit.jupiter.api.RepeatedTest;

/** Nodes that leave at the same time. None waits for another one to take over what nobody will. */
class PekkoLeaveTest {
    @RepeatedTest(3)
    void shouldLeaveTogether() {
        try (var log = new CapturedLog("dev.ropewalk.cluster.pekko");
                var first = TestNode.start(TestNode.options("shop"));
                var second = first.join(TestNode.options("shop"));
                var third = first.join(TestNode.options("shop"))) {
            TestNode.awaitUp(first, second, third);
            PekkoShardsTest.awaitShares(first, second, third);
            leave(first, second, third);
            assertThat(log.messages(Level.WARNING, "")).isEmpty();
        }
    }

    private static void leave(TestNode... nodes) {
        List<CompletionStage<Void>> left = List.of(nodes).stream()
                .map(node -> node.engine.leave(TestNode.LONG))
                .toList();
        left.forEach(TestNode::get);
        for (TestNode node : nodes) {
            assertThat(node.removed).containsExactly(node.self() + " is no member any more: it has left");
            assertThat(node.shards()).isEmpty();
            assertThat(node.wrong).isEmpty();
        }
    }
}
