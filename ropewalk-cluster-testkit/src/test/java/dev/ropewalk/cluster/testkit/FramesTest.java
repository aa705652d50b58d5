package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FramesTest {
    private static Duration millis(int number) {
        return Duration.ofMillis(number);
    }

    @Test
    void shouldBeOnTheirWayForTheLatency() {
        Scene.play(network -> network.latency(millis(10), millis(20)), scene -> {
            List<TestNode> nodes = scene.startUp(2);
            assertThat(nodes.get(0).send(nodes.get(1), 1)).isTrue();
            scene.pass(millis(9));
            assertThat(nodes.get(1).frames()).isEmpty();
            scene.pass(millis(12));
            assertThat(nodes.get(1).frames()).containsExactly(1);
        });
    }

    @Test
    void shouldKeepTheirOrder() {
        List<Integer> numbers = IntStream.range(0, 50).boxed().toList();
        Scene.play(network -> network.latency(Duration.ZERO, millis(10)), scene -> {
            List<TestNode> nodes = scene.startUp(2);
            for (int number : numbers) {
                assertThat(nodes.get(0).send(nodes.get(1), number)).isTrue();
                scene.pass(Duration.ofNanos(100_000));
            }
            scene.pass(Scene.MOMENT);
            assertThat(nodes.get(1).frames()).isEqualTo(numbers);
        });
    }

    @Test
    void shouldComeToTheSenderItself() {
        Scene.play(scene -> {
            TestNode node = scene.startUp(1).getFirst();
            assertThat(node.send(node, 7)).isTrue();
            scene.pass(Scene.MOMENT);
            assertThat(node.frames()).containsExactly(7);
        });
    }

    @Test
    void shouldBeLostByChance() {
        Scene.play(network -> network.lossRate(0.5), scene -> {
            List<TestNode> nodes = scene.startUp(2);
            for (int number = 0; number < 100; number++) {
                assertThat(nodes.get(0).send(nodes.get(1), number)).isTrue();
            }
            scene.pass(Scene.MOMENT);
            assertThat(nodes.get(1).frames()).hasSizeBetween(15, 85).isSorted();
        });
    }

    @Test
    void shouldBeRefusedWhenTooManyWait() {
        Scene.play(network -> network.waitingFrames(3), scene -> {
            List<TestNode> nodes = scene.startUp(2);
            TestNode one = nodes.get(0);
            TestNode other = nodes.get(1);
            scene.network().hold(one.self(), other.self());
            assertThat(IntStream.range(0, 5).mapToObj(number -> one.send(other, number)))
                    .containsExactly(true, true, true, false, false);
            assertThat(other.send(one, 9)).isTrue();
            assertThat(scene.network().release(one.self(), other.self())).isTrue();
            scene.pass(Scene.MOMENT);
            assertThat(one.send(other, 5)).isTrue();
            scene.network().letGo(one.self(), other.self());
            scene.pass(Scene.MOMENT);
            assertThat(other.frames()).containsExactly(0, 1, 2, 5);
        });
    }

    @Test
    void shouldBeReleasedOneByOne() {
        Scene.play(scene -> {
            List<TestNode> nodes = scene.startUp(2);
            TestNode one = nodes.get(0);
            TestNode other = nodes.get(1);
            assertThat(one.send(other, 0)).isTrue();
            scene.network().hold(one.self(), other.self());
            assertThat(one.send(other, 1)).isTrue();
            assertThat(one.send(other, 2)).isTrue();
            scene.pass(Scene.MOMENT);
            assertThat(other.frames()).isEmpty();
            assertThat(scene.network().waiting(one.self(), other.self())).isEqualTo(3);
            for (int number = 0; number < 3; number++) {
                assertThat(scene.network().release(one.self(), other.self())).isTrue();
                scene.pass(Scene.MOMENT);
                assertThat(other.frames()).hasSize(number + 1);
            }
            assertThat(other.frames()).containsExactly(0, 1, 2);
            assertThat(scene.network().release(one.self(), other.self())).isFalse();
        });
    }

    @Test
    void shouldGoOnInOrderWhenLetGo() {
        Scene.play(scene -> {
            List<TestNode> nodes = scene.startUp(2);
            TestNode one = nodes.get(0);
            TestNode other = nodes.get(1);
            scene.network().hold(one.self(), other.self());
            IntStream.range(0, 10)
                    .forEach(number -> assertThat(one.send(other, number)).isTrue());
            scene.network().letGo(one.self(), other.self());
            IntStream.range(10, 20)
                    .forEach(number -> assertThat(one.send(other, number)).isTrue());
            scene.pass(Scene.MOMENT);
            assertThat(other.frames()).isEqualTo(IntStream.range(0, 20).boxed().toList());
        });
    }

    @Test
    void shouldBeLostBetweenNodesThatAreCut() {
        Scene.play(scene -> {
            List<TestNode> nodes = scene.startUp(3);
            TestNode one = nodes.get(0);
            TestNode other = nodes.get(1);
            assertThat(one.send(other, 0)).isTrue();
            scene.network().partition(Scene.setOf(one), Scene.setOf(other));
            assertThat(one.send(other, 1)).isTrue();
            assertThat(one.send(nodes.get(2), 2)).isTrue();
            scene.pass(Scene.MOMENT);
            scene.network().heal();
            assertThat(one.send(other, 3)).isTrue();
            scene.pass(Scene.MOMENT);
            assertThat(other.frames()).containsExactly(3);
            assertThat(nodes.get(2).frames()).containsExactly(2);
        });
    }

    @Test
    void shouldWaitWhileTheirSenderOrReceiverIsPaused() {
        Scene.play(scene -> {
            List<TestNode> nodes = scene.startUp(2);
            TestNode one = nodes.get(0);
            TestNode other = nodes.get(1);
            for (TestNode paused : nodes) {
                assertThat(one.send(other, 0)).isTrue();
                scene.network().pause(paused.self());
                assertThat(one.send(other, 1)).isTrue();
                scene.pass(Scene.MOMENT);
                assertThat(other.frames()).isEqualTo(paused == one ? List.of(0) : List.of());
                scene.network().resume(paused.self());
                scene.pass(Scene.MOMENT);
                assertThat(other.frames()).containsExactly(0, 1);
                other.frames().clear();
            }
        });
    }

    @Test
    void shouldNeitherComeToNorGoFromTheKilled() {
        Scene.play(scene -> {
            List<TestNode> nodes = scene.startUp(3);
            TestNode killed = nodes.get(2);
            assertThat(nodes.get(0).send(killed, 0)).isTrue();
            assertThat(killed.send(nodes.get(0), 1)).isTrue();
            scene.network().kill(killed.self());
            assertThat(killed.send(nodes.get(1), 2)).isFalse();
            assertThat(scene.network().nodes()).isEqualTo(Scene.selves(nodes.subList(0, 2)));
            int told = scene.log().size();
            scene.pass(Scene.MOMENT);
            assertThat(scene.log().subList(told, scene.log().size()))
                    .containsExactly(nodes.get(0) + " gets 1 from " + killed);
            scene.pass(Scene.DETECTION.plus(Scene.STABLE).plus(Scene.MOMENT));
            assertThat(nodes.get(0).send(killed, 3)).isFalse();
            assertThat(killed.frames()).isEmpty();
            assertThat(killed.removed()).isEmpty();
        });
    }

    @Test
    void shouldBeSeenByATap() {
        List<String> seen = new ArrayList<>();
        FrameTap tap = (from, to, frame, fate) -> seen.add(frame[0] + " " + fate);
        Scene.play(network -> network.tap(tap).waitingFrames(2), scene -> {
            seen.clear();
            List<TestNode> nodes = scene.startUp(2);
            for (int number = 0; number < 3; number++) {
                boolean ignored = nodes.get(0).send(nodes.get(1), number);
            }
            scene.pass(Scene.MOMENT);
            scene.network().isolate(nodes.get(1).self());
            boolean ignored = nodes.get(0).send(nodes.get(1), 3);
            scene.pass(Scene.MOMENT);
            assertThat(seen).containsExactly("2 REFUSED", "0 DELIVERED", "1 DELIVERED", "3 LOST");
        });
    }
}
