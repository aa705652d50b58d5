package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cluster.SplitBrain;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SplitsTest {
    private static final Duration UNTIL_SEEN = Scene.DETECTION.plus(Scene.MOMENT);
    private static final Duration UNTIL_DECIDED = UNTIL_SEEN.plus(Scene.STABLE).plus(Scene.MOMENT);

    private static void assertGoOn(List<TestNode> nodes, Set<Integer> expected) {
        List<TestNode> going = expected.stream().sorted().map(nodes::get).toList();
        for (TestNode node : nodes) {
            if (going.contains(node)) {
                assertThat(node.removed()).as("%s", node).isEmpty();
                assertThat(node.up()).as("%s", node).isEqualTo(Scene.selves(going));
            } else {
                assertThat(node.removed()).as("%s", node).isPresent();
            }
        }
    }

    @Test
    void shouldShowThoseThatAreUnreachable() {
        Scene.play(scene -> {
            List<TestNode> nodes = scene.startUp(3);
            scene.network().isolate(nodes.get(2).self());
            scene.pass(Scene.DETECTION.minus(Scene.MOMENT));
            assertThat(nodes).allSatisfy(node -> assertThat(node.unreachable()).isEmpty());
            scene.pass(Scene.MOMENT.plus(Scene.MOMENT));
            assertThat(nodes.get(0).unreachable()).isEqualTo(Scene.selves(nodes.subList(2, 3)));
            assertThat(nodes.get(2).unreachable()).isEqualTo(Scene.selves(nodes.subList(0, 2)));
            scene.network().heal();
            scene.pass(UNTIL_DECIDED);
            assertGoOn(nodes, Set.of(0, 1, 2));
        });
    }

    @Test
    void shouldBeDecidedForTheMajority() {
        Scene.play(scene -> {
            List<TestNode> nodes = scene.startUp(5);
            scene.network()
                    .partition(
                            Scene.setOf(nodes.get(0), nodes.get(1)),
                            Scene.setOf(nodes.get(2), nodes.get(3), nodes.get(4)));
            scene.pass(UNTIL_DECIDED);
            assertGoOn(nodes, Set.of(2, 3, 4));
            scene.network().heal();
            scene.pass(UNTIL_DECIDED);
            assertGoOn(nodes, Set.of(2, 3, 4));
            assertThat(nodes.get(0).send(nodes.get(2), 1)).isFalse();
            assertThat(nodes.get(2).send(nodes.get(0), 1)).isFalse();
        });
    }

    @Test
    void shouldBeDecidedForTheLowestAddressOfTwoHalves() {
        Scene.play(scene -> {
            List<TestNode> nodes = scene.startUp(4);
            scene.network().partition(Scene.setOf(nodes.get(0), nodes.get(3)), Scene.setOf(nodes.get(1), nodes.get(2)));
            scene.pass(UNTIL_DECIDED);
            assertGoOn(nodes, Set.of(0, 3));
        });
    }

    @Test
    void shouldBeDecidedForTheOldest() {
        var options = Scene.options().splitBrain(SplitBrain.keepOldest());
        Scene.play(scene -> {
            List<TestNode> nodes = scene.startUp(5, options);
            scene.network()
                    .partition(
                            Scene.setOf(nodes.get(0), nodes.get(1)),
                            Scene.setOf(nodes.get(2), nodes.get(3), nodes.get(4)));
            scene.pass(UNTIL_DECIDED);
            assertGoOn(nodes, Set.of(0, 1));
        });
        Scene.play(scene -> {
            List<TestNode> nodes = scene.startUp(3, options);
            scene.network().isolate(nodes.get(0).self());
            scene.pass(UNTIL_DECIDED);
            assertGoOn(nodes, Set.of(1, 2));
        });
    }

    @Test
    void shouldBeDecidedByAQuorum() {
        var options = Scene.options().splitBrain(SplitBrain.staticQuorum(2));
        Scene.play(scene -> {
            List<TestNode> nodes = scene.startUp(3, options);
            scene.network().isolate(nodes.get(1).self());
            scene.pass(UNTIL_DECIDED);
            assertGoOn(nodes, Set.of(0, 2));
            scene.network().isolate(nodes.get(0).self());
            scene.pass(UNTIL_DECIDED);
            assertGoOn(nodes, Set.of());
        });
    }

    @Test
    void shouldEndAllNodesIfTwoPartsCouldHaveAQuorum() {
        var options = Scene.options().splitBrain(SplitBrain.staticQuorum(2));
        Scene.play(scene -> {
            List<TestNode> nodes = scene.startUp(4, options);
            scene.network().isolate(nodes.get(1).self());
            scene.pass(UNTIL_DECIDED);
            assertGoOn(nodes, Set.of());
        });
    }

    @Test
    void shouldEndAllNodesIfThatWasAskedFor() {
        var options = Scene.options().splitBrain(SplitBrain.downAll());
        Scene.play(scene -> {
            List<TestNode> nodes = scene.startUp(3, options);
            scene.network().kill(nodes.get(2).self());
            scene.pass(UNTIL_DECIDED);
            assertGoOn(nodes.subList(0, 2), Set.of());
            assertThat(nodes.get(2).removed()).isEmpty();
        });
    }

    @Test
    void shouldRemoveThoseThatDontReachEachOtherInOnePart() {
        Scene.play(scene -> {
            List<TestNode> nodes = scene.startUp(4);
            scene.network().partition(Scene.setOf(nodes.get(1)), Scene.setOf(nodes.get(2)));
            scene.pass(UNTIL_DECIDED);
            assertGoOn(nodes, Set.of(0, 3));
        });
    }

    @Test
    void shouldRemoveTheKilled() {
        Scene.play(scene -> {
            List<TestNode> nodes = scene.startUp(3);
            scene.network().kill(nodes.get(0).self());
            scene.pass(UNTIL_SEEN);
            assertThat(nodes.get(1).unreachable()).isEqualTo(Scene.selves(nodes.subList(0, 1)));
            scene.pass(UNTIL_DECIDED);
            assertGoOn(nodes.subList(1, 3), Set.of(0, 1));
        });
    }

    @Test
    void shouldTellThePausedWhenTheyAreResumed() {
        Scene.play(scene -> {
            List<TestNode> nodes = scene.startUp(3);
            TestNode paused = nodes.get(2);
            scene.network().pause(paused.self());
            scene.pass(UNTIL_SEEN);
            assertThat(nodes.get(0).unreachable()).containsExactly(paused.self());
            scene.pass(UNTIL_DECIDED);
            assertThat(paused.removed()).isEmpty();
            assertThat(nodes.get(0).all()).isEqualTo(Scene.selves(nodes.subList(0, 2)));
            scene.network().resume(paused.self());
            scene.pass(Scene.MOMENT);
            assertThat(paused.removed()).isPresent();
        });
    }

    @Test
    void shouldNotRemoveThosePausedForAWhile() {
        Scene.play(scene -> {
            List<TestNode> nodes = scene.startUp(3);
            scene.network().pause(nodes.get(2).self());
            scene.pass(UNTIL_SEEN);
            scene.network().resume(nodes.get(2).self());
            scene.pass(UNTIL_DECIDED);
            assertGoOn(nodes, Set.of(0, 1, 2));
        });
    }

    @Test
    void shouldTellTheRemovedWhenTheyAreReached() {
        Scene.play(scene -> {
            List<TestNode> nodes = scene.startUp(3);
            scene.network().isolate(nodes.get(0).self());
            scene.network().pause(nodes.get(0).self());
            scene.pass(UNTIL_DECIDED);
            scene.network().resume(nodes.get(0).self());
            scene.network().heal();
            scene.pass(Scene.MOMENT);
            assertGoOn(nodes, Set.of(1, 2));
            assertThat(nodes.get(0).removed()).hasValue("other nodes have removed it");
        });
    }

    @Test
    void shouldWaitUntilWhoReachesWhomStandsStill() {
        Scene.play(scene -> {
            List<TestNode> nodes = scene.startUp(5);
            scene.network().isolate(nodes.get(4).self());
            scene.pass(UNTIL_SEEN.plus(Duration.ofMillis(800)));
            scene.network().isolate(nodes.get(3).self());
            scene.pass(Duration.ofMillis(3_100));
            assertThat(nodes.get(0).all()).hasSize(5);
            scene.pass(UNTIL_DECIDED);
            assertGoOn(nodes, Set.of(0, 1, 2));
        });
    }

    @Test
    void shouldEndNodesThatSeeNothingStandStill() {
        Scene.play(scene -> {
            List<TestNode> nodes = scene.startUp(5);
            scene.network().isolate(nodes.get(4).self());
            scene.pass(Duration.ofMillis(2_600));
            scene.network().isolate(nodes.get(3).self());
            scene.pass(Duration.ofMillis(3_500));
            assertThat(nodes.get(0).removed()).isEmpty();
            scene.pass(Duration.ofMillis(300));
            assertGoOn(nodes, Set.of());
        });
    }

    @Test
    void shouldEndNodesBeforeOthersOwnTheirShards() {
        Scene.play(scene -> {
            List<TestNode> nodes = scene.startUp(7);
            scene.locate(nodes.getFirst(), 7);
            List<TestNode> minority = nodes.subList(4, 7);
            scene.network()
                    .partition(Set.copyOf(Scene.selves(nodes.subList(0, 4))), Set.copyOf(Scene.selves(minority)));
            scene.pass(Duration.ofMillis(2_500));
            scene.network().isolate(nodes.get(6).self());
            scene.pass(Duration.ofMillis(2_500));
            scene.network().isolate(nodes.get(5).self());
            scene.pass(Duration.ofMillis(1_900));
            assertThat(minority).allSatisfy(node -> assertThat(node.owned()).isEmpty());
            scene.locate(nodes.getFirst(), 7);
            assertGoOn(nodes, Set.of(0, 1, 2, 3));
        });
    }

    @Test
    void shouldLetTheRemovedJoinAgainAsOthers() {
        Scene.play(scene -> {
            List<TestNode> nodes = scene.startUp(3);
            TestNode removed = nodes.get(2);
            scene.network().isolate(removed.self());
            scene.pass(UNTIL_DECIDED);
            scene.network().heal();
            removed.engine().stop();
            TestNode again = scene.join(
                    nodes.getFirst(), Scene.options().port(removed.self().port()));
            scene.pass(Scene.MOMENT);
            assertThat(again.self()).isNotEqualTo(removed.self());
            assertGoOn(List.of(nodes.get(0), nodes.get(1), again), Set.of(0, 1, 2));
        });
    }
}
