package dev.ropewalk.cluster.pekko.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.ropewalk.actor.ActorSystem;
import dev.ropewalk.cluster.Cluster;
import dev.ropewalk.cluster.ClusterOptions;
import dev.ropewalk.cluster.NodeAddress;
import dev.ropewalk.cluster.pekko.FreePorts;
import dev.ropewalk.cluster.pekko.wire.Standing;
import dev.ropewalk.testing.Await;
import dev.ropewalk.testing.CapturedLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.logging.Level;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A node founds a cluster only if no other seed can be a member. */
@Execution(ExecutionMode.CONCURRENT)
class PekkoFoundingTest {
    private static final String SILENT = "takes connections, but says nothing";

    @TempDir
    private Path folder;

    private static ClusterOptions at(NodeAddress address, List<NodeAddress> seeds) {
        return TestNode.options("shop").port(address.port()).seeds(seeds);
    }

    private static NodeAddress free() {
        return new NodeAddress("127.0.0.1", FreePorts.next());
    }

    @Test
    void shouldFoundWhenNoOtherSeedIsThere() throws IOException {
        var own = free();
        try (var closing = Listener.closing();
                var node = TestNode.start(at(own, List.of(own, free(), closing.address())))) {
            TestNode.awaitUp(node);
        }
    }

    @Test
    void shouldNotFoundWhileASeedSaysNothing() throws IOException {
        var own = free();
        try (var silent = Listener.silent();
                var node = TestNode.start(at(own, List.of(own, silent.address(), free())))) {
            PekkoMembersTest.awaitReport(node, silent.address() + " " + SILENT);
            Await.until("it has looked for longer than any pause", () -> silent.taken() >= 5, TestNode.LONG);
            assertThat(node.members()).isEmpty();
            assertThat(node.engine.joinReport()).contains("refuses connections", "This node founds the cluster when");
            silent.goAway();
            TestNode.awaitUp(node);
        }
    }

    @Test
    void shouldTellWhyItCouldNotJoin() throws IOException {
        var own = free();
        try (var silent = Listener.silent();
                var system = ActorSystem.create("shop")) {
            ClusterOptions options = at(own, List.of(own, silent.address())).joinTimeout(Duration.ofSeconds(15));
            assertThatIllegalStateException()
                    .isThrownBy(() -> Cluster.join(system, options))
                    .withMessageContainingAll(
                            "the cluster 'shop' couldn't be joined by " + own + "#",
                            "of its seeds, " + silent.address() + " " + SILENT,
                            "out of `seeds`");
        }
    }

    @Test
    void shouldNotSayThatItHasWaitedIfItsOptionsDiffer() {
        try (var first = TestNode.start(TestNode.options("shop"));
                var system = ActorSystem.create("shop")) {
            TestNode.awaitUp(first);
            ClusterOptions options = at(free(), List.of(first.address())).stableAfter(Duration.ofSeconds(77));
            assertThatIllegalStateException()
                    .isThrownBy(() -> Cluster.join(system, options))
                    .withMessageContainingAll("it can't join by " + first.address(), "PT1M17S")
                    .withMessageNotContainingAny(" within ", "only the first of the seeds");
        }
    }

    @Test
    void shouldLeaveFoundingToTheFirstSeed() {
        var own = free();
        var first = free();
        try (var node = TestNode.start(at(own, List.of(first, own)))) {
            PekkoMembersTest.awaitReport(node, first + " refuses connections");
            assertThat(node.engine.joinReport())
                    .contains("only the first of the seeds may found the cluster, " + first);
            assertThat(node.members()).isEmpty();
            try (var founder = TestNode.start(at(first, List.of(first, own)))) {
                TestNode.awaitUp(founder, node);
            }
        }
    }

    @Test
    void shouldBeOneClusterWhenAllSeedsStartAtOnce() {
        var seeds = List.of(free(), free(), free());
        try (var third = TestNode.start(at(seeds.get(2), seeds));
                var first = TestNode.start(at(seeds.get(0), seeds));
                var second = TestNode.start(at(seeds.get(1), seeds))) {
            TestNode.awaitUp(first, second, third);
        }
    }

    /** Each may found: they are the first of their own seeds. */
    @Test
    void shouldBeOneClusterWhenSeedsAreInAnotherOrder() {
        var one = free();
        var other = free();
        try (var first = TestNode.start(at(one, List.of(one, other)));
                var second = TestNode.start(at(other, List.of(other, one)))) {
            TestNode.awaitUp(first, second);
        }
    }

    /** The others are there, but don't answer while the first seed starts again. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldComeBackToNodesThatWerePaused() throws IOException, InterruptedException {
        var seeds = List.of(free(), free(), free());
        Path one = Files.createDirectory(folder.resolve("one"));
        Path other = Files.createDirectory(folder.resolve("other"));
        try (var first = TestNode.start(at(seeds.get(0), seeds));
                var second = ChildNode.start(one, at(seeds.get(1), seeds));
                var third = ChildNode.start(other, at(seeds.get(2), seeds))) {
            TestNode.awaitUp(List.of(first.self(), second.self(), third.self()), first);
            second.signal("STOP");
            third.signal("STOP");
            first.end();
            try (var again = TestNode.start(at(seeds.get(0), seeds))) {
                PekkoMembersTest.awaitReport(again, seeds.get(1) + " " + SILENT);
                PekkoMembersTest.awaitReport(again, seeds.get(2) + " " + SILENT);
                assertThat(again.members()).isEmpty();
                second.signal("CONT");
                third.signal("CONT");
                TestNode.awaitUp(List.of(again.self(), second.self(), third.self()), again);
            }
        }
    }

    @Test
    void shouldComeBackToTheOthers() {
        var seeds = List.of(free(), free());
        try (var first = TestNode.start(at(seeds.get(0), seeds));
                var second = TestNode.start(at(seeds.get(1), seeds));
                var third = TestNode.start(TestNode.options("shop").seeds(seeds))) {
            TestNode.awaitUp(first, second, third);
            first.end();
            try (var again = TestNode.start(at(seeds.get(0), seeds))) {
                TestNode.awaitUp(again, second, third);
            }
        }
    }

    /** As a process that has begun anew at the address of the member by which the node joins. */
    @Test
    void shouldFoundWhenWhoWasAMemberIsInNoClusterAnyMore() {
        var seeds = List.of(free(), free());
        var isJoined = new AtomicBoolean();
        try (var anew = Puppet.start(at(seeds.get(1), seeds), asker -> {
                    isJoined.compareAndSet(false, asker == Standing.JOINING);
                    return Optional.of(isJoined.get() ? Standing.OUTSIDE : Standing.MEMBER);
                });
                var node = TestNode.start(at(seeds.get(0), seeds))) {
            TestNode.awaitUp(node);
            assertThat(isJoined).isTrue();
            assertThat(node.engine.joinReport()).contains(anew.address() + " runs, and is in no cluster yet");
        }
    }

    /** Who is in no cluster promises nothing to a node that joins. */
    @Test
    void shouldTakeNothingForAPromiseThatItWasToldWhileItJoined() {
        var seeds = List.of(free(), free(), free());
        var said = new AtomicReference<>(Optional.of(Standing.MEMBER));
        try (var member = Puppet.start(at(seeds.get(1), seeds), asker -> said.get());
                var silent = Puppet.start(
                        at(seeds.get(2), seeds),
                        asker -> asker == Standing.CANDIDATE ? Optional.empty() : Optional.of(Standing.OUTSIDE));
                var node = TestNode.start(at(seeds.get(0), seeds))) {
            PekkoMembersTest.awaitReport(node, "It has asked " + member.address() + " to let it in");
            said.set(Optional.empty());
            PekkoMembersTest.awaitReport(node, member.address() + " " + SILENT);
            said.set(Optional.of(Standing.OUTSIDE));
            PekkoMembersTest.awaitReport(node, silent.address() + " " + SILENT);
            assertThat(node.members()).isEmpty();
        }
    }

    /** They have no seed in common when they start: each is asked by the other when both are members. */
    @Test
    void shouldLogThatThereAreTwoClusters() {
        var one = free();
        var other = free();
        var late = new NodeAddress("127.0.0.1", 1);
        try (var log = new CapturedLog("dev.ropewalk.cluster.pekko");
                var first = TestNode.start(at(one, List.of(one, late)).stableAfter(Duration.ofMillis(500)));
                var third = TestNode.start(
                        TestNode.options("shop").seeds(List.of(one, other)).stableAfter(Duration.ofMillis(500)))) {
            TestNode.awaitUp(first, third);
            try (var second = TestNode.start(at(other, List.of(other)).stableAfter(Duration.ofMillis(500)))) {
                TestNode.awaitUp(second);
                Await.until(
                        () -> "both sides know: " + log.messages(Level.SEVERE, ""),
                        () -> log.messages(Level.SEVERE, "two clusters 'shop': this node, ")
                                        .size()
                                == 2,
                        TestNode.LONG);
                assertThat(log.messages(Level.SEVERE, "two clusters"))
                        .anyMatch(line ->
                                line.contains("this node, " + third.self()) && line.contains(other + " is a member"))
                        .anyMatch(line -> line.contains("this node, " + second.self())
                                && line.contains(third.address() + " is a member"));
            }
        }
    }
}
