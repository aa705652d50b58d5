package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.ropewalk.cluster.Node;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class ShardsTest {
    private static final Duration UNTIL_DECIDED =
            Scene.DETECTION.plus(Scene.STABLE).plus(Scene.MOMENT).plus(Scene.MOMENT);

    @Test
    void shouldComeToTheNodeWithTheFewest() {
        Scene.play(scene -> {
            List<TestNode> nodes = scene.startUp(3);
            scene.locate(nodes.get(1), 9);
            assertThat(nodes).allSatisfy(node -> assertThat(node.owned()).hasSize(3));
        });
    }

    @Test
    void shouldHaveOneOwnerHoweverManyAsk() {
        Scene.play(scene -> {
            List<TestNode> nodes = scene.startUp(3);
            List<CompletableFuture<Node>> owners = new ArrayList<>();
            nodes.forEach(node -> owners.add(node.locate(5)));
            scene.pass(Scene.MOMENT);
            assertThat(owners.stream().map(CompletableFuture::join).distinct()).hasSize(1);
            assertThat(scene.log().stream().filter(line -> line.endsWith(" owns 5")))
                    .hasSize(1);
        });
    }

    @Test
    void shouldNotBeFoundByThoseOutside() {
        Scene.play(scene -> {
            TestNode node = scene.start(Scene.options());
            CompletableFuture<Node> early = node.locate(0);
            scene.pass(Duration.ofMillis(5));
            TestNode alone =
                    scene.start(Scene.options().seeds(List.of(node.self().address())));
            CompletableFuture<Node> outside = alone.locate(0);
            scene.network().isolate(alone.self());
            scene.pass(Scene.MOMENT);
            assertThat(outside).isCompletedExceptionally();
            assertThat(early).isDone();
            assertThatThrownBy(() -> node.locate(128))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("shard must be from 0 to 127, but is 128");
        });
    }

    @Test
    void shouldNotBeFoundInAMinority() {
        Scene.play(scene -> {
            List<TestNode> nodes = scene.startUp(3);
            scene.network().isolate(nodes.get(2).self());
            CompletableFuture<Node> minor = nodes.get(2).locate(0);
            CompletableFuture<Node> major = nodes.get(0).locate(0);
            scene.pass(Scene.MOMENT);
            assertThat(minor).isCompletedExceptionally();
            assertThat(major).isCompleted();
            assertThatThrownBy(minor::join).hasMessageContaining("doesn't reach the part of the cluster that goes on");
        });
    }

    @Test
    void shouldMoveToANodeThatJoins() {
        Scene.play(network -> network.rebalanceShards(2), scene -> {
            TestNode first = scene.startUp(1).getFirst();
            scene.locate(first, 10);
            TestNode second = scene.join(first, Scene.options());
            scene.pass(Duration.ofMillis(1_500));
            assertThat(first.owned()).hasSize(8);
            assertThat(second.owned()).isEmpty();
            scene.pass(Duration.ofSeconds(5));
            assertThat(first.owned()).hasSize(5);
            scene.locate(first, 10);
            assertThat(first.owned()).hasSize(5);
            assertThat(second.owned()).hasSize(5).doesNotContainAnyElementsOf(first.owned());
        });
    }

    @Test
    void shouldHaveNoNextOwnerBeforeTheirOwnerHasEnded() {
        Scene.play(scene -> {
            TestNode first = scene.startUp(1).getFirst();
            scene.locate(first, 2);
            first.holdRevocations();
            TestNode second = scene.join(first, Scene.options());
            scene.pass(Duration.ofSeconds(2));
            int moving = first.owned().contains(0) ? 1 : 0;
            CompletableFuture<Node> owner = second.locate(moving);
            scene.pass(Duration.ofSeconds(2));
            assertThat(owner).isNotDone();
            assertThat(second.owned()).isEmpty();
            first.endRevocations();
            scene.pass(Scene.MOMENT);
            assertThat(owner).isCompletedWithValue(second.self());
            assertThat(second.owned()).containsExactly(moving);
        });
    }

    @Test
    void shouldMoveWhenTheTimeOfTheirOwnerIsUp() {
        Scene.play(scene -> {
            var options = Scene.options().handOffTimeout(Duration.ofSeconds(4));
            TestNode first = scene.startUp(1, options).getFirst();
            scene.locate(first, 2);
            first.holdRevocations();
            TestNode second = scene.join(first, options);
            scene.pass(Duration.ofSeconds(2));
            CompletableFuture<Node> owner = second.locate(first.owned().contains(0) ? 1 : 0);
            scene.pass(Duration.ofSeconds(2));
            assertThat(owner).isNotDone();
            scene.pass(Duration.ofSeconds(2));
            assertThat(owner).isCompletedWithValue(second.self());
        });
    }

    @Test
    void shouldBeRevokedOneByOneWhenANodeLeaves() {
        Scene.play(scene -> {
            List<TestNode> nodes = scene.startUp(2);
            scene.locate(nodes.get(0), 6);
            TestNode leaver = nodes.get(1);
            leaver.holdRevocations();
            CompletableFuture<Void> left =
                    leaver.engine().leave(Duration.ofSeconds(30)).toCompletableFuture();
            for (int shards = 3; shards > 0; shards--) {
                assertThat(left).isNotDone();
                scene.pass(Scene.MOMENT);
                assertThat(leaver.owned()).hasSize(shards - 1);
                leaver.endRevocations();
            }
            scene.pass(Scene.MOMENT);
            assertThat(left).isCompleted();
            assertThat(leaver.removed()).hasValue("it has left");
            scene.locate(nodes.get(0), 6);
            assertThat(nodes.get(0).owned()).hasSize(6);
            assertThat(nodes.get(0).all()).containsExactly(nodes.get(0).self());
        });
    }

    @Test
    void shouldMoveFromTheKilledAfterAMargin() {
        Scene.play(scene -> {
            List<TestNode> nodes = scene.startUp(3);
            scene.locate(nodes.get(0), 3);
            TestNode killed = nodes.get(2);
            int shard = killed.owned().first();
            scene.network().kill(killed.self());
            CompletableFuture<Node> before = nodes.get(0).locate(shard);
            scene.pass(UNTIL_DECIDED);
            assertThat(before).isCompletedWithValue(killed.self());
            CompletableFuture<Node> after = nodes.get(0).locate(shard);
            scene.pass(Scene.STABLE.minus(Duration.ofSeconds(1)));
            assertThat(after).isNotDone();
            scene.pass(Duration.ofSeconds(2));
            assertThat(after).isCompletedWithValueMatching(owner -> !owner.equals(killed.self()));
        });
    }

    @Test
    void shouldMoveFromTheIsolatedOnceTheyWereTold() {
        Scene.play(scene -> {
            List<TestNode> nodes = scene.startUp(3);
            scene.locate(nodes.get(0), 3);
            TestNode isolated = nodes.get(2);
            int shard = isolated.owned().first();
            scene.network().isolate(isolated.self());
            scene.pass(UNTIL_DECIDED);
            CompletableFuture<Node> owner = nodes.get(0).locate(shard);
            scene.pass(Scene.MOMENT);
            assertThat(owner).isCompletedWithValueMatching(node -> !node.equals(isolated.self()));
            assertThat(isolated.removed()).isPresent();
            assertThat(isolated.owned()).isEmpty();
        });
    }

    @Test
    void shouldMoveAtOnceFromANodeThatWasStartedAgain() {
        Scene.play(scene -> {
            List<TestNode> nodes = scene.startUp(3);
            scene.locate(nodes.get(0), 3);
            TestNode before = nodes.get(2);
            int shard = before.owned().first();
            before.engine().stop();
            TestNode again =
                    scene.join(nodes.get(0), Scene.options().port(before.self().port()));
            scene.pass(Scene.MOMENT);
            CompletableFuture<Node> owner = nodes.get(0).locate(shard);
            scene.pass(Scene.MOMENT);
            assertThat(owner).isCompletedWithValue(again.self());
        });
    }

    @Test
    void shouldFailForThoseThatAskedAndHaveEnded() {
        Scene.play(scene -> {
            List<TestNode> nodes = scene.startUp(2);
            CompletableFuture<Node> open = nodes.get(1).locate(0);
            CompletableFuture<Void> leaving =
                    nodes.get(1).engine().leave(Duration.ofSeconds(30)).toCompletableFuture();
            nodes.get(1).engine().stop();
            assertThat(open).isCompletedExceptionally();
            assertThat(leaving).isCompletedExceptionally();
            assertThat(nodes.get(1).locate(0)).isCompletedExceptionally();
        });
    }
}
