package dev.ropewalk.cluster.pekko.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.testing.CapturedLog;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.logging.Level;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

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

    /** The one that stays asks the oldest for the coordinators, and the next one only when that has been gone for half the time for splits. */
    @Test
    void shouldLeaveTogetherThoughOneStays() {
        var options = TestNode.options("shop").stableAfter(Duration.ofSeconds(20));
        try (var log = new CapturedLog("dev.ropewalk.cluster.pekko");
                var first = TestNode.start(options);
                var second = first.join(options)) {
            TestNode.awaitUp(first, second);
            try (var third = first.join(options)) {
                TestNode.awaitUp(first, second, third);
                PekkoShardsTest.awaitShares(first, second, third);
                leave(first, second);
                assertThat(log.messages("phase [cluster-exiting] timed out")).isEmpty();
                assertThat(third.locateAll()).containsOnly(third.self());
            }
        }
    }

    private static void leave(TestNode... nodes) {
        List<CompletionStage<Void>> left =
                List.of(nodes).stream().map(node -> node.engine.leave()).toList();
        left.forEach(TestNode::get);
        for (TestNode node : nodes) {
            assertThat(node.removed).containsExactly(node.self() + " is no member any more: it has left");
            assertThat(node.shards()).isEmpty();
            assertThat(node.wrong).isEmpty();
        }
    }
}
