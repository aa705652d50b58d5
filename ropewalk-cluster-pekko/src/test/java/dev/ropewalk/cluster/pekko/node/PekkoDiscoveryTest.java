package dev.ropewalk.cluster.pekko.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.DnsDiscovery;
import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.NodeAddress;
import dev.ropewalk.cluster.SeedDiscovery;
import dev.ropewalk.cluster.pekko.FreePorts;
import dev.ropewalk.cluster.pekko.wire.Standing;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.CapturedLog;
import dev.ropewalk.testing.TestDns;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.logging.Level;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** Nodes that find each other, and found one cluster. */
@Execution(ExecutionMode.CONCURRENT)
class PekkoDiscoveryTest {
    /** Lists what a test says, and counts how often it was asked. */
    private static final class Listed implements SeedDiscovery {
        final List<NodeAddress> nodes = new CopyOnWriteArrayList<>();
        final AtomicInteger asked = new AtomicInteger();

        Listed(NodeAddress... nodes) {
            this.nodes.addAll(List.of(nodes));
        }

        @Override
        public List<NodeAddress> find(NodeAddress self) {
            asked.incrementAndGet();
            return List.copyOf(nodes);
        }

        /** Waits until a node has asked so often from now on. */
        void awaitAsked(int times) {
            int end = asked.get() + times;
            Await.until("it is asked " + times + " times", () -> asked.get() >= end, TestNode.LONG);
        }

        @Override
        public String toString() {
            return "a list";
        }
    }

    private static TestNode start(NodeAddress address, SeedDiscovery discovery, int foundingNodes) {
        return TestNode.start(options(address, discovery, foundingNodes));
    }

    private static ClusterOptions options(NodeAddress address, SeedDiscovery discovery, int foundingNodes) {
        return TestNode.options("shop")
                .host(address.host())
                .port(address.port())
                .discovery(discovery)
                .foundingNodes(foundingNodes);
    }

    private static NodeAddress free() {
        return new NodeAddress("127.0.0.1", FreePorts.next());
    }

    private static List<NodeAddress> free(int nodes) {
        return Stream.generate(PekkoDiscoveryTest::free).limit(nodes).toList();
    }

    private static void close(List<TestNode> nodes) {
        nodes.forEach(node -> node.engine.stop());
        nodes.forEach(TestNode::close);
    }

    @Test
    void shouldBeOneClusterWhenTheAnswersGrow() {
        var addresses = free(3);
        var listed = new Listed();
        List<TestNode> nodes = new ArrayList<>();
        try {
            for (NodeAddress address : addresses) {
                listed.nodes.add(address);
                nodes.add(start(address, listed, 2));
                listed.awaitAsked(nodes.size());
            }
            TestNode.awaitUp(nodes.toArray(TestNode[]::new));
        } finally {
            close(nodes);
        }
    }

    @Test
    void shouldBeOneClusterWhenAllStartAtOnce() {
        var addresses = free(5);
        var listed = new Listed(addresses.toArray(NodeAddress[]::new));
        List<TestNode> nodes = new ArrayList<>();
        try {
            addresses.forEach(address -> nodes.add(start(address, listed, 3)));
            TestNode.awaitUp(nodes.toArray(TestNode[]::new));
        } finally {
            close(nodes);
        }
    }

    @Test
    void shouldNotFoundWithTooFewNodes() {
        var one = free();
        var other = free();
        var listed = new Listed(one, other);
        try (var first = start(one, listed, 2)) {
            listed.awaitAsked(4);
            PekkoMembersTest.awaitReport(
                    first, "founded when 2 nodes are there, as foundingNodes says, and there are 1");
            assertThat(first.members()).isEmpty();
            assertThat(first.engine.joinReport()).contains("a list has found [", other + " refuses connections");
            try (var second = start(other, listed, 2)) {
                TestNode.awaitUp(first, second);
            }
        }
    }

    /** As on two machines that don't reach each other: each half finds itself only. */
    @Test
    void shouldNotFoundInAHalf() {
        var addresses = free(4);
        var one = new Listed(addresses.get(0), addresses.get(1));
        var other = new Listed(addresses.get(2), addresses.get(3));
        List<TestNode> nodes = new ArrayList<>();
        try {
            for (int i = 0; i < 4; i++) {
                nodes.add(start(addresses.get(i), i < 2 ? one : other, 3));
            }
            one.awaitAsked(8);
            other.awaitAsked(8);
            assertThat(nodes).allSatisfy(node -> assertThat(node.members()).isEmpty());
            one.nodes.addAll(other.nodes);
            other.nodes.addAll(List.of(addresses.get(0), addresses.get(1)));
            TestNode.awaitUp(nodes.toArray(TestNode[]::new));
        } finally {
            close(nodes);
        }
    }

    /** Two may found, each of which finds the one between, and that finds none. It lets one of them found. */
    @Test
    void shouldBeOneClusterWhenViewsOverlapByOneNodeOnly() {
        var addresses = free(3);
        var between = addresses.get(0);
        List<TestNode> nodes = new ArrayList<>();
        try {
            nodes.add(start(addresses.get(1), new Listed(addresses.get(1), between), 2));
            nodes.add(start(addresses.get(2), new Listed(addresses.get(2), between), 2));
            nodes.add(start(between, new Listed(between), 2));
            TestNode.awaitUp(nodes.toArray(TestNode[]::new));
        } finally {
            close(nodes);
        }
    }

    /** What more than half of the nodes are for: with less, two clusters are founded. Members go on looking, and tell. */
    @Test
    void shouldLogThatThereAreTwoClustersWhereLessThanHalfMayFound() {
        var addresses = free(2);
        var one = new Listed(addresses.get(0));
        var other = new Listed(addresses.get(1));
        Duration soon = Duration.ofMillis(500); // after twice that, and ten seconds, they tell
        try (var log = new CapturedLog("dev.ropewalk.cluster.pekko");
                var first = TestNode.start(options(addresses.get(0), one, 1).stableAfter(soon));
                var second = TestNode.start(options(addresses.get(1), other, 1).stableAfter(soon))) {
            TestNode.awaitUp(first);
            TestNode.awaitUp(second);
            one.nodes.add(addresses.get(1));
            Await.until(
                    () -> "both sides know: " + log.messages(Level.SEVERE, ""),
                    () -> Stream.of(first, second).allMatch(node -> knowsOfTwo(log, node)),
                    Duration.ofSeconds(60));
        }
    }

    private static boolean knowsOfTwo(CapturedLog log, TestNode node) {
        return log.messages(Level.SEVERE, "two clusters 'shop': this node, " + node.self())
                        .size()
                == 1;
    }

    /** Who isn't found for a while can't found, and says so: a voter is free to promise to another, and says that it is in no cluster. */
    @Test
    void shouldTakeNoAnswerForAVoteThatItHadWhenItCouldNotFound() {
        var own = free();
        var looks = new AtomicInteger();
        var isFound = new AtomicBoolean();
        var hasVoted = new AtomicBoolean();
        var candidacies = new AtomicInteger();
        try (var voter = Puppet.start(TestNode.options("shop").port(FreePorts.next()), asker -> {
                    if (asker == Standing.CANDIDATE) {
                        candidacies.incrementAndGet();
                        return Optional.of(hasVoted.get() ? Standing.CANDIDATE : Standing.OUTSIDE);
                    }
                    hasVoted.set(true); // for another one
                    isFound.set(true);
                    return Optional.of(Standing.OUTSIDE);
                });
                var node = start(
                        own,
                        self -> {
                            if (looks.incrementAndGet() > 2 && !isFound.get()) {
                                throw new IOException("no answer");
                            }
                            return List.of(own, voter.address());
                        },
                        2)) {
            Await.until("it can't found", hasVoted::get, TestNode.LONG);
            int before = candidacies.get();
            Await.until("it asks for votes again", () -> candidacies.get() > before + 10, TestNode.LONG);
            assertThat(node.members()).isEmpty();
            hasVoted.set(false);
            TestNode.awaitUp(node);
        }
    }

    @Test
    void shouldJoinMembersThatDoNotFindIt() {
        var addresses = free(3);
        var listed = new Listed(addresses.get(0), addresses.get(1));
        try (var first = start(addresses.get(0), listed, 2);
                var second = start(addresses.get(1), listed, 2);
                var third = start(addresses.get(2), listed, 2)) {
            TestNode.awaitUp(first, second, third);
        }
    }

    @Test
    void shouldTellThatItIsNotAmongWhatIsFound() {
        var own = free();
        var other = free();
        var listed = new Listed(other);
        try (var system = ActorSystem.create("shop")) {
            ClusterOptions options = options(own, listed, 1).joinTimeout(Duration.ofSeconds(5));
            assertThatIllegalStateException()
                    .isThrownBy(() -> Cluster.join(system, options))
                    .withMessageContainingAll(
                            other + " refuses connections",
                            "This node, " + own + ", isn't among what a list has found, [" + other + "]");
        }
    }

    @Test
    void shouldTellWhyNothingIsFoundAndGoOnWhenItIs() throws IOException {
        var own = free();
        try (var dns = TestDns.start();
                var node = start(
                        own,
                        DnsDiscovery.addresses("shop-nodes.example", own.port()).servers(List.of(dns.address())),
                        1)) {
            PekkoMembersTest.awaitReport(node, "Its seeds couldn't be found: DNS, addresses of 'shop-nodes.example'");
            PekkoMembersTest.awaitReport(node, "there is no such name");
            dns.set("shop-nodes.example", "A", List.of());
            PekkoMembersTest.awaitReport(node, "the name has no record of type A");
            dns.fail(TestDns.SERVER_FAILURE);
            PekkoMembersTest.awaitReport(node, "can't tell: ");
            dns.fail(0);
            dns.set("shop-nodes.example", "A", List.of(own.host()));
            TestNode.awaitUp(node);
        }
    }

    /** The nodes are at three addresses of one port, as in containers. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldFindEachOtherInTheDns() throws IOException {
        int port = FreePorts.next();
        List<String> hosts = List.of("127.0.0.1", "127.0.0.2", "127.0.0.3");
        List<TestNode> nodes = new ArrayList<>();
        try (var dns = TestDns.start()) {
            var discovery = DnsDiscovery.addresses("shop-nodes.example", port).servers(List.of(dns.address()));
            List<String> known = new ArrayList<>();
            for (String host : hosts) {
                known.add(host);
                dns.set("shop-nodes.example", "A", known);
                nodes.add(start(new NodeAddress(host, port), discovery, 2));
            }
            TestNode.awaitUp(nodes.toArray(TestNode[]::new));
        } finally {
            close(nodes);
        }
    }

    @Test
    void shouldGiveUpAtOnceWhereItCanNeverFindThem() {
        var own = free();
        try (var system = ActorSystem.create("shop")) {
            ClusterOptions options = options(
                            own,
                            self -> {
                                throw new IllegalArgumentException("no token for " + self);
                            },
                            1)
                    .joinTimeout(Duration.ofDays(1));
            assertThatIllegalStateException()
                    .isThrownBy(() -> Cluster.join(system, options))
                    .withMessageContaining("it can't find its seeds: no token for " + own);
        }
    }

    @Test
    void shouldRefuseOptionsThatDoNotFit() {
        var own = free();
        ClusterOptions both = options(own, new Listed(own), 1).seeds(List.of(own));
        ClusterOptions none = TestNode.options("shop").foundingNodes(2);
        ClusterOptions half = TestNode.options("shop").discovery(new Listed(own));
        try (var system = ActorSystem.create("shop")) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Cluster.join(system, both))
                    .withMessage("a node has seeds or a discovery, not both: seeds are [" + own
                            + "], the discovery is a list");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Cluster.join(system, none))
                    .withMessageStartingWith("foundingNodes is 2, but there is no discovery");
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Cluster.join(system, half))
                    .withMessageStartingWith("a discovery needs foundingNodes");
        }
        assertThatIllegalArgumentException()
                .isThrownBy(() -> TestNode.options("shop").foundingNodes(0))
                .withMessage("foundingNodes must be from 1 to 1000, but is 0");
    }

    /** Nodes that were members come back to those that are. */
    @Test
    void shouldComeBackToTheOthers() {
        var addresses = free(3);
        var listed = new Listed(addresses.toArray(NodeAddress[]::new));
        try (var first = start(addresses.get(0), listed, 2);
                var second = start(addresses.get(1), listed, 2);
                var third = start(addresses.get(2), listed, 2)) {
            TestNode.awaitUp(first, second, third);
            Node before = first.self();
            first.end();
            try (var again = start(addresses.get(0), listed, 2)) {
                assertThat(again.self()).isNotEqualTo(before);
                TestNode.awaitUp(again, second, third);
            }
        }
    }
}
