package dev.ropewalk.cluster.pekko.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.Member;
import dev.ropewalk.cluster.MemberStatus;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.NodeAddress;
import dev.ropewalk.cluster.SplitBrain;
import dev.ropewalk.cluster.codec.CodecLimits;
import dev.ropewalk.cluster.codec.CodecRegistry;
import dev.ropewalk.cluster.pekko.FreePorts;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.CapturedLog;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PekkoMembersTest {
    @Test
    void shouldSeeEachOther() {
        try (var first = TestNode.start(TestNode.options("shop"));
                var second = first.join(TestNode.options("shop"));
                var third = first.join(TestNode.options("shop"))) {
            TestNode.awaitUp(first, second, third);
            assertThat(List.of(first.removed, second.removed, third.removed)).allMatch(List::isEmpty);
        }
    }

    @Test
    void shouldFoundAClusterOfItsOwnWithoutSeeds() {
        try (var alone = TestNode.start(TestNode.options("shop"));
                var other = TestNode.start(TestNode.options("shop"))) {
            TestNode.awaitUp(alone);
            TestNode.awaitUp(other);
            assertThat(alone.members()).containsExactly(new Member(alone.self(), MemberStatus.UP, true, Set.of()));
            assertThat(alone.self().host()).isEqualTo("127.0.0.1");
            assertThat(alone.self().port()).isPositive();
        }
    }

    @Test
    void shouldFoundAClusterByTheFirstSeed() {
        var seeds =
                List.of(new NodeAddress("127.0.0.1", FreePorts.next()), new NodeAddress("127.0.0.1", FreePorts.next()));
        var options = TestNode.options("shop").seeds(seeds);
        try (var second = TestNode.start(options.port(seeds.get(1).port()));
                var first = TestNode.start(options.port(seeds.get(0).port()))) {
            TestNode.awaitUp(first, second);
        }
    }

    @Test
    void shouldNotJoinAClusterOfAnotherName() {
        try (var shop = TestNode.start(TestNode.options("shop"));
                var bank = shop.join(TestNode.options("bank"));
                var late = shop.join(TestNode.options("shop"))) {
            TestNode.awaitUp(shop, late);
            assertThat(bank.members()).isEmpty();
            assertThat(shop.engine.send(bank.self(), new byte[1])).isFalse();
        }
    }

    static List<ClusterOptions> others() {
        ClusterOptions options = TestNode.options("shop");
        return List.of(
                options.shards(13),
                options.splitBrain(SplitBrain.keepOldest()),
                options.stableAfter(Duration.ofSeconds(4)),
                ClusterOptions.defaults(
                                "shop",
                                CodecRegistry.builder()
                                        .limits(CodecLimits.defaults().maxFrameBytes(1 << 21))
                                        .build())
                        .plaintext(true)
                        .shards(TestNode.SHARDS));
    }

    @ParameterizedTest
    @MethodSource("others")
    void shouldNotJoinWithOtherOptions(ClusterOptions options) {
        try (var first = TestNode.start(TestNode.options("shop"));
                var other = first.join(options)) {
            Await.until("it is told", () -> !other.removed.isEmpty(), TestNode.LONG);
            assertThat(other.removed).singleElement().asString().contains(" there, and ", " here");
            TestNode.get(other.engine.whenEnded());
            TestNode.awaitUp(first);
        }
    }

    @Test
    void shouldLogWhatBecomesOfMembers() {
        try (var log = new CapturedLog("dev.ropewalk.cluster.pekko")) {
            Node gone;
            Node founder;
            Node last;
            try (var first = TestNode.start(TestNode.options("shop"));
                    var second = first.join(TestNode.options("shop"));
                    var third = first.join(TestNode.options("shop"))) {
                TestNode.awaitUp(first, second, third);
                PekkoShardsTest.awaitShares(second, first, third);
                gone = third.self();
                founder = first.self();
                last = second.self();
                TestNode.get(third.engine.leave(TestNode.LONG));
                TestNode.awaitUp(first, second);
                TestNode.get(first.engine.leave(TestNode.LONG));
                TestNode.awaitUp(second);
                TestNode.get(second.engine.leave(TestNode.LONG));
            }
            assertThat(log.messages(Level.WARNING, "")).isEmpty();
            assertThat(log.messages(Level.SEVERE, "")).isEmpty();
            assertThat(log.messages(Level.INFO, ""))
                    .contains(
                            founder + " founds cluster 'shop': it has no other seeds",
                            gone + " joins cluster 'shop' by " + founder.address(),
                            "cluster shop: " + gone + " is up",
                            "cluster shop: " + gone + " leaves",
                            "cluster shop: " + gone + " has left",
                            "cluster shop: this node, " + last + ", is no member any more: it has left");
        }
    }

    /** Its cluster has another name, or it has another name for the address: that is told on both sides. */
    @Test
    void shouldTellANodeThatItHasTakenAnotherForItsSeed() {
        try (var log = new CapturedLog("dev.ropewalk.cluster.pekko");
                var shop = TestNode.start(TestNode.options("shop"));
                var bank = shop.join(TestNode.options("bank"));
                var late = TestNode.start(TestNode.options("shop")
                        .seeds(List.of(new NodeAddress("localhost", shop.self().port()))))) {
            awaitReport(bank, shop.address() + " is a node of another cluster, 'shop'");
            assertThat(bank.engine.joinReport())
                    .contains("only the first of the seeds may found the cluster, " + shop.address()
                            + ", where something runs")
                    .doesNotContain("start that");
            awaitReport(
                    late,
                    "localhost:" + shop.self().port() + " calls itself " + shop.address() + ": write that in `seeds`");
            assertThat(log.messages(Level.WARNING, "among its seeds")).hasSize(2);
            assertThat(bank.members()).isEmpty();
            assertThat(late.members()).isEmpty();
        }
    }

    /** Waits for what a node says of its seeds. */
    static void awaitReport(TestNode node, String text) {
        Await.until(
                () -> "'" + text + "' is in: " + node.engine.joinReport(),
                () -> node.engine.joinReport().contains(text),
                TestNode.LONG);
    }

    @Test
    void shouldTellOnceThatItHasLeft() {
        try (var first = TestNode.start(TestNode.options("shop"));
                var second = first.join(TestNode.options("shop"))) {
            TestNode.awaitUp(first, second);
            TestNode.get(second.engine.leave(TestNode.LONG));
            assertThat(second.removed).containsExactly(second.self() + " is no member any more: it has left");
            TestNode.awaitUp(first);
            TestNode.get(second.engine.leave(TestNode.LONG));
            assertThat(second.removed).hasSize(1);
            assertThat(first.engine.send(second.self(), new byte[1])).isFalse();
            assertThat(second.engine.send(first.self(), new byte[1])).isFalse();
        }
    }

    @Test
    void shouldLogThatANodeEndsAtOnce() {
        try (var log = new CapturedLog("dev.ropewalk.cluster.pekko");
                var first = TestNode.start(TestNode.options("shop").splitBrain(SplitBrain.keepOldest()));
                var second = first.join(TestNode.options("shop").splitBrain(SplitBrain.keepOldest()))) {
            TestNode.awaitUp(first, second);
            TestNode.get(second.engine.leaveNow());
            TestNode.awaitUp(first);
            String node = "cluster shop: " + second.self() + " ";
            Await.until(
                    "it is no member any more",
                    () -> !log.messages("or a new node has its address").isEmpty(),
                    TestNode.LONG);
            assertThat(log.messages(node + "leaves")).isEmpty();
            boolean answered = log.messages(node + "doesn't answer").isEmpty();
            assertThat(log.messages(node + (answered ? "ends at once" : "is given up")))
                    .isNotEmpty();
            assertThat(log.messages(node + (answered ? "has ended" : "was removed")))
                    .isNotEmpty();
        }
    }

    @Test
    void shouldLeaveAlone() {
        try (var alone = TestNode.start(TestNode.options("shop"))) {
            TestNode.awaitUp(alone);
            assertThat(alone.locateAll()).containsOnly(alone.self());
            TestNode.get(alone.engine.leave(TestNode.LONG));
            assertThat(alone.removed).hasSize(1);
            assertThat(alone.shards()).isEmpty();
        }
    }

    @Test
    void shouldLeaveBeforeItHasJoined() {
        var nobody = List.of(new NodeAddress("127.0.0.1", FreePorts.next()));
        try (var alone = TestNode.start(TestNode.options("shop").seeds(nobody))) {
            TestNode.get(alone.engine.leave(TestNode.LONG));
            assertThat(alone.removed).hasSize(1);
        }
    }

    /** Such as a server that greets whoever connects, and has got the port of a node that was killed. */
    @Test
    void shouldGoOnThoughAnotherProgramHasTheAddressOfADeadNode() throws IOException {
        ClusterOptions options = TestNode.options("shop").stableAfter(Duration.ofSeconds(20)); // they go on trying
        try (var first = TestNode.start(options);
                var second = first.join(options)) {
            TestNode.awaitUp(first, second);
            second.engine.stop();
            TestNode.get(second.engine.whenEnded());
            try (var greeter = new Greeter(second.self().port())) {
                Await.until("it has tried often", () -> greeter.greeted() > 20, TestNode.LONG);
            }
            assertThat(first.removed).isEmpty();
        }
    }

    @Test
    void shouldWaitForASeedThatIsNoNode() throws IOException {
        try (var greeter = new Greeter(0)) {
            int port = FreePorts.next();
            var seeds = List.of(new NodeAddress("127.0.0.1", port), new NodeAddress("127.0.0.1", greeter.port()));
            try (var node = TestNode.start(TestNode.options("shop").port(port).seeds(seeds))) {
                awaitReport(node, "127.0.0.1:" + greeter.port() + " is no node of a cluster: it speaks first");
                Await.until("it has tried often", () -> greeter.greeted() > 20, TestNode.LONG);
                assertThat(node.removed).isEmpty();
            }
        }
    }

    @Test
    void shouldWarnIfItsEngineHasEndedByItself() {
        try (var log = new CapturedLog("dev.ropewalk.cluster.pekko");
                var node = TestNode.start(TestNode.options("shop"))) {
            TestNode.awaitUp(node);
            node.engine.system().terminate();
            TestNode.get(node.engine.whenEnded());
            String reason = "is no member any more: its engine has ended by itself, for a reason that is in the log";
            assertThat(node.removed).containsExactly(node.self() + " " + reason);
            assertThat(log.messages(Level.WARNING, node.self() + ", " + reason)).hasSize(1);
        }
    }

    @Test
    void shouldTellOnceThatItWasStopped() {
        try (var node = TestNode.start(TestNode.options("shop"))) {
            TestNode.awaitUp(node);
            node.engine.stop();
            Await.until("it is told", () -> !node.removed.isEmpty(), TestNode.LONG);
            TestNode.get(node.engine.whenEnded());
            assertThat(node.removed).containsExactly(node.self() + " is no member any more: it was stopped");
        }
    }
}
