package dev.ropewalk.cluster.pekko.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.SplitBrain;
import dev.ropewalk.testing.Await;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@Execution(ExecutionMode.CONCURRENT)
class PekkoKillTest {
    @TempDir
    private Path folder;

    @Test
    void shouldTakeOverTheShardsOfANodeThatWasKilled() throws IOException {
        try (var first = TestNode.start(TestNode.options("shop"));
                var second = first.join(TestNode.options("shop"));
                var killed = ChildNode.start(folder, first.address())) {
            TestNode.awaitUp(List.of(first.self(), second.self(), killed.self()), first, second);
            checkThatItsShardsLiveOn(killed, first, second);
        }
    }

    /** It is the one that decides who owns what. */
    @Test
    void shouldTakeOverTheShardsOfTheOldestNode() throws IOException {
        try (var killed = ChildNode.start(folder);
                var first = TestNode.start(
                        TestNode.options("shop").seeds(List.of(killed.self().address())));
                var second = TestNode.start(
                        TestNode.options("shop").seeds(List.of(killed.self().address())))) {
            TestNode.awaitUp(List.of(first.self(), second.self(), killed.self()), first, second);
            checkThatItsShardsLiveOn(killed, first, second);
        }
    }

    /**
     * Pekko has the regions of both incarnations for a while. A shard that it moved from the dead one would have no owner until the time for a hand-off is up. The first node is the oldest, and goes on
     * however long the other one takes to start again.
     */
    @Test
    void shouldTakeOverTheShardsOfANodeThatIsStartedAgainAtOnce() throws IOException {
        var options = TestNode.options("shop")
                .stableAfter(Duration.ofSeconds(12))
                .splitBrain(SplitBrain.keepOldest())
                .handOffTimeout(Duration.ofMinutes(10));
        Path before = Files.createDirectory(folder.resolve("before"));
        Path after = Files.createDirectory(folder.resolve("after"));
        try (var first = TestNode.start(options);
                var killed = ChildNode.start(before, options.seeds(List.of(first.address())))) {
            awaitOwners(first, killed);
            killed.process.destroyForcibly().onExit().join();
            var same = options.port(killed.self().port()).seeds(List.of(first.address()));
            try (var again = ChildNode.start(after, same)) {
                awaitOwners(first, again);
                assertThat(first.wrong).isEmpty();
            }
        }
    }

    private static void awaitOwners(TestNode first, ChildNode second) {
        var both = Set.of(first.self(), second.self());
        TestNode.awaitUp(both, first);
        Await.until(
                () -> "both nodes own shards",
                () -> Set.copyOf(first.locateAll()).equals(both),
                TestNode.LONG);
    }

    /** To the others it looks like one that was killed, until it goes on. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void shouldEndANodeThatWasTakenOut() throws IOException, InterruptedException {
        try (var first = TestNode.start(TestNode.options("shop"));
                var second = first.join(TestNode.options("shop"));
                var paused = ChildNode.start(folder, first.address())) {
            TestNode.awaitUp(List.of(first.self(), second.self(), paused.self()), first, second);
            paused.signal("STOP");
            TestNode.awaitUp(first, second);
            paused.signal("CONT");
            assertThat(paused.process.onExit()).succeedsWithin(TestNode.LONG);
            assertThat(paused.printed())
                    .singleElement()
                    .asString()
                    .contains(paused.self() + " is no member any more: ");
        }
    }

    private static void checkThatItsShardsLiveOn(ChildNode killed, TestNode first, TestNode second) {
        Await.until(
                () -> "the node that is to be killed owns shards",
                () -> first.locateAll().contains(killed.self()),
                TestNode.LONG);
        long start = System.nanoTime();
        killed.process.destroyForcibly().onExit().join();
        assertThat(first.locateAll()).doesNotContain(killed.self());
        System.out.println("shards of a node that was killed: "
                + TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start) + " ms");
        TestNode.awaitUp(first, second);
        List<Node> owners = PekkoShardsTest.awaitShares(first, second);
        assertThat(second.locateAll()).isEqualTo(owners).containsOnly(first.self(), second.self());
        assertThat(first.wrong).isEmpty();
        assertThat(second.wrong).isEmpty();
    }
}
