package dev.ropewalk.cluster.pekko.node;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cluster.Node;
import dev.ropewalk.cluster.pekko.wire.TakesPart;
import dev.ropewalk.testing.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeoutException;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.cluster.Cluster;
import org.junit.jupiter.api.Test;

/** Regions of types on nodes that host them and on nodes that don't. */
class PekkoRegionsTest {
    private static final Optional<String> WORKER = Optional.of("worker");

    private static ActorRef find(ActorSystem system, String path) {
        return TestNode.get(system.actorSelection(path).resolveOne(Duration.ofSeconds(30)));
    }

    @Test
    void shouldKeepTypesApartWhateverTheyAreCalled() {
        List<String> types = List.of("order", "orderCoordinator", "replicator", "a*", "ab", "a*b");
        try (var first = TestNode.start(TestNode.options("shop"));
                var second = first.join(TestNode.options("shop"))) {
            TestNode.awaitUp(first, second);
            List<String> all = new ArrayList<>();
            for (String type : types) {
                first.engine.host(type, Optional.empty());
                second.engine.host(type, Optional.empty());
                Await.until(
                        () -> "one shard of '" + type + "' is at each node: " + owners(first, type),
                        () -> new HashSet<>(owners(first, type)).equals(Set.of(first.self(), second.self())),
                        TestNode.LONG);
                assertThat(owners(second, type)).isEqualTo(owners(first, type));
                all.addAll(List.of(type + "/0", type + "/1"));
            }
            List<String> living = new ArrayList<>(first.others);
            living.addAll(second.others);
            assertThat(living).containsExactlyInAnyOrderElementsOf(all);
            assertThat(first.wrong).isEmpty();
            assertThat(second.wrong).isEmpty();
        }
    }

    /** Finds two shards of a type. */
    private static List<Node> owners(TestNode asked, String type) {
        return List.of(asked.locate(type, 0), asked.locate(type, 1));
    }

    @Test
    void shouldAskRegionsOfHostsOnly() {
        try (var first = TestNode.start(TestNode.options("shop"));
                var worker = first.join(TestNode.options("shop").roles(Set.of("worker")))) {
            first.engine.host("a*", WORKER);
            worker.engine.host("a*", WORKER);
            assertThat(first.locate("a*", 0)).isEqualTo(worker.self());
            ActorSystem system = first.engine.system();
            system.stop(find(system, "/system/sharding/a%252A."));
            for (int shard = 0; shard < TestNode.SHARDS; shard++) {
                assertThat(first.locate("a*", shard)).isEqualTo(worker.self());
            }
        }
    }

    /** Who decides about shards may know of the node only from the one that did before, and has nothing to wait for then. */
    @Test
    void shouldGiveNoShardAnOwnerSoonAfterANodeWasTakenOut() {
        Duration margin = Duration.ofSeconds(8); // longer than it takes until the node is removed
        var options = TestNode.options("shop").stableAfter(margin.multipliedBy(2));
        try (var first = TestNode.start(options);
                var second = first.join(options)) {
            TestNode.awaitUp(first, second);
            assertThat(List.of(first.self(), second.self())).contains(first.locate(0));
            long begin = System.nanoTime();
            var ignored = second.engine.leaveNow();
            TestNode.awaitUp(first);
            find(first.engine.system(), "/user/ropewalk-types"); // it has heard it, too
            assertThat(first.locate(1)).isEqualTo(first.self());
            assertThat(Duration.ofNanos(System.nanoTime() - begin)).isGreaterThanOrEqualTo(margin);
        }
    }

    @Test
    void shouldPauseBetweenQuestionsThatFailAtOnce() {
        try (var node = TestNode.start(TestNode.options("shop"))) {
            node.locateAll();
            ActorSystem system = node.engine.system();
            ActorRef region = find(system, "/system/sharding/box.");
            system.stop(region);
            assertThat(node.engine.locate(TestNode.TYPE, 1).toCompletableFuture())
                    .failsWithin(TestNode.LONG)
                    .withThrowableThat()
                    .withCauseInstanceOf(TimeoutException.class)
                    .withMessageContaining("no owner of shard 1 of 'box' was found within 5 s");
        }
    }

    @Test
    @SuppressWarnings("NullAway") // the actor is to fail
    void shouldTellWhatItHostsAfterAFailure() {
        try (var first = TestNode.start(TestNode.options("shop").roles(Set.of("worker")));
                var second = first.join(TestNode.options("shop"))) {
            first.engine.host("late", WORKER);
            second.engine.host("late", WORKER);
            assertThat(second.locate("late", 0)).isEqualTo(first.self());
            ActorSystem system = first.engine.system();
            long from = second.self().incarnation();
            ActorRef types = find(system, "/user/ropewalk-types");
            ActorRef sender = find(system, Cluster.get(second.engine.system()).selfAddress() + "/user/ropewalk-types");
            types.tell(new TakesPart(from, first.self().incarnation(), null), sender);
            try (var third = first.join(TestNode.options("shop"))) {
                third.engine.host("late", WORKER);
                assertThat(third.locate("late", 0)).isEqualTo(first.self());
            }
        }
    }
}
