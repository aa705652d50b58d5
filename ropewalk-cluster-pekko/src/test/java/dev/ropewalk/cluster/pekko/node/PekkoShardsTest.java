package dev.ropewalk.cluster.pekko.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.NodeAddress;
import dev.ropewalk.cluster.pekko.FreePorts;
import dev.ropewalk.testing.Await;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class PekkoShardsTest {
    @Test
    void shouldAgreeOnTheOwners() {
        try (var first = TestNode.start(TestNode.options("shop"));
                var second = first.join(TestNode.options("shop"))) {
            TestNode.awaitUp(first, second);
            List<Node> owners = awaitShares(first, second);
            assertThat(second.locateAll()).isEqualTo(owners);
            checkOwners(owners, first, second);
        }
    }

    @Test
    void shouldMoveShardsToANodeThatJoins() {
        try (var first = TestNode.start(TestNode.options("shop"));
                var second = first.join(TestNode.options("shop"))) {
            TestNode.awaitUp(first, second);
            List<Node> before = awaitShares(first, second);
            long start = System.nanoTime();
            try (var third = first.join(TestNode.options("shop"))) {
                List<Node> after = awaitShares(first, second, third);
                System.out.println("shares with a node that joins: " + millisSince(start) + " ms");
                assertThat(second.locateAll()).isEqualTo(after).isNotEqualTo(before);
                checkOwners(after, first, second, third);
            }
        }
    }

    /** Longer than two questions are apart. */
    @Test
    void shouldFindShardsOfANodeThatIsFarAway() throws IOException {
        try (var delay = new Delay(Duration.ofMillis(300));
                var first = TestNode.start(delay.before(TestNode.options("shop")));
                var second = first.join(TestNode.options("shop"))) {
            TestNode.awaitUp(first, second);
            assertThat(awaitShares(second, first)).contains(first.self(), second.self());
        }
    }

    @Test
    void shouldHandAllOffWhenItLeaves() {
        var handOff = new CompletableFuture<Void>();
        try (var first = TestNode.start(TestNode.options("shop"));
                var second = TestNode.start(TestNode.options("shop").seeds(List.of(first.address())), handOff)) {
            TestNode.awaitUp(first, second);
            Set<Integer> moving = owned(awaitShares(first, second), second);
            assertThat(moving).isNotEmpty();
            var left = second.engine.leave(TestNode.LONG).toCompletableFuture();
            Await.until("all hand-offs have begun", () -> second.handOffs.get() == moving.size());
            assertThat(first.engine
                            .locate(TestNode.TYPE, moving.iterator().next())
                            .toCompletableFuture())
                    .as("no other node owns it yet")
                    .failsWithin(TestNode.LONG);
            assertThat(first.shards()).doesNotContainAnyElementsOf(moving);
            assertThat(second.shards()).isEqualTo(moving);
            handOff.complete(null);
            TestNode.get(left);
            assertThat(second.shards()).isEmpty();
            assertThat(first.locateAll()).containsOnly(first.self());
            checkOwners(first.locateAll(), first, second);
        }
    }

    @Test
    void shouldNotWaitLongerThanTheHandOffTimeout() {
        var options = TestNode.options("shop").handOffTimeout(Duration.ofMillis(300));
        var never = new CompletableFuture<Void>();
        try (var first = TestNode.start(options);
                var second = TestNode.start(options.seeds(List.of(first.address())), never)) {
            TestNode.awaitUp(first, second);
            assertThat(awaitShares(first, second)).contains(second.self());
            TestNode.get(second.engine.leave(TestNode.LONG));
            assertThat(first.locateAll()).containsOnly(first.self());
        }
    }

    @Test
    void shouldTakeOverTheShardsOfANodeThatWasStopped() {
        try (var first = TestNode.start(TestNode.options("shop"));
                var second = first.join(TestNode.options("shop"));
                var third = first.join(TestNode.options("shop"))) {
            TestNode.awaitUp(first, second, third);
            assertThat(awaitShares(second, first, third)).contains(first.self());
            long start = System.nanoTime();
            first.end();
            assertThat(second.locateAll()).doesNotContain(first.self());
            System.out.println("shards of a node that stopped: " + millisSince(start) + " ms");
            checkOwners(third.locateAll(), second, third);
        }
    }

    @Test
    void shouldRefuseWhatIsNoShard() {
        try (var node = TestNode.start(TestNode.options("shop"))) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> node.engine.locate(TestNode.TYPE, TestNode.SHARDS))
                    .withMessage("shard must be from 0 to 11, but is 12, of 'box'");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> node.engine.locate("bag", 0))
                    .withMessage(node.self() + " doesn't host 'bag'; it hosts [box]");
        }
    }

    @Test
    void shouldSayAtOnceThatNobodyHostsTheType() {
        var nobody = List.of(new NodeAddress("127.0.0.1", FreePorts.next()));
        try (var node = TestNode.start(TestNode.options("shop").seeds(nobody))) {
            node.engine.host("bag", Optional.of("worker"));
            assertThat(node.engine.locate(TestNode.TYPE, 7))
                    .isCompletedExceptionally()
                    .failsWithin(Duration.ZERO)
                    .withThrowableThat()
                    .withMessageContaining("no owner of shard 7 of 'box' was found")
                    .withRootCauseInstanceOf(IllegalStateException.class)
                    .havingRootCause()
                    .withMessage("no node that hosts it is up and stays");
            assertThat(node.engine.locate("bag", 7))
                    .isCompletedExceptionally()
                    .failsWithin(Duration.ZERO)
                    .withThrowableThat()
                    .havingRootCause()
                    .withMessage("no node with the role 'worker' that hosts it is up and stays");
        }
    }

    @Test
    void shouldSayAtOnceThatAllHostsHaveLeft() {
        try (var first = TestNode.start(TestNode.options("shop"));
                var worker = first.join(TestNode.options("shop").roles(Set.of("worker")))) {
            first.engine.host("bag", Optional.of("worker"));
            worker.engine.host("bag", Optional.of("worker"));
            assertThat(first.locate("bag", 7)).isEqualTo(worker.self());
            TestNode.get(worker.engine.leave(TestNode.LONG));
            assertThat(first.engine.locate("bag", 7))
                    .isCompletedExceptionally()
                    .failsWithin(Duration.ZERO)
                    .withThrowableThat()
                    .havingRootCause()
                    .withMessage("no node with the role 'worker' that hosts it is up and stays");
        }
    }

    /** Waits until all nodes own the same number of shards, by what the first of them finds; returns the owners. */
    static List<Node> awaitShares(TestNode... nodes) {
        List<Node> owners = new ArrayList<>();
        Await.until(
                () -> "equal shares, but they are " + owners,
                () -> {
                    owners.clear();
                    owners.addAll(nodes[0].locateAll());
                    return Stream.of(nodes)
                            .allMatch(node -> owned(owners, node).size() == TestNode.SHARDS / nodes.length);
                },
                TestNode.LONG);
        return owners;
    }

    /** Checks that each shard is where it is said to be, and nowhere else. */
    private static void checkOwners(List<Node> owners, TestNode... nodes) {
        for (TestNode node : nodes) {
            assertThat(node.wrong).isEmpty();
            assertThat(node.shards()).as("shards of %s", node).isEqualTo(owned(owners, node));
        }
    }

    private static Set<Integer> owned(List<Node> owners, TestNode node) {
        Set<Integer> owned = new TreeSet<>();
        for (int shard = 0; shard < owners.size(); shard++) {
            if (owners.get(shard).equals(node.self())) {
                owned.add(shard);
            }
        }
        return owned;
    }

    private static long millisSince(long start) {
        return TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
    }
}
