package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cluster.Node;
import dev.ropewalk.sim.SimulationOptions;
import dev.ropewalk.testing.Sample;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Faults in any order. A shard has one owner of those that could know it, and in the end the nodes that are left agree. */
class ChaosTest {
    private static final int RUNS = Integer.getInteger("ropewalk.sim.runs", Sample.of(200, 2000));
    private static final int NODES = 5;
    private static final int SHARDS = 6;
    private static final int ROUNDS = 30;

    private final Set<TestNode> paused = new HashSet<>();

    @Test
    void shouldKeepTheContractWhateverFails() {
        SimulationOptions options =
                SimulationOptions.defaults().name("chaos").runs(RUNS).parallelism(1);
        Scene.play(options, network -> network.lossRate(0.1), scene -> {
            paused.clear();
            RandomGenerator random = scene.simulation().scheduler().random();
            List<TestNode> nodes = new ArrayList<>(scene.startUp(NODES));
            for (int round = 0; round < ROUNDS; round++) {
                change(scene, nodes, random);
                for (TestNode node : nodes) {
                    boolean ignored = node.send(nodes.get(random.nextInt(nodes.size())), round);
                    assertThat(node.locate(random.nextInt(SHARDS))).isNotNull();
                }
                for (int pause = random.nextInt(1, 20); pause > 0; pause--) {
                    scene.pass(Duration.ofMillis(100));
                    assertOneOwner(nodes);
                }
            }
            nodes.forEach(node -> scene.network().resume(node.self()));
            scene.network().heal();
            scene.pass(Duration.ofSeconds(30));
            assertAgreement(scene, nodes);
        });
    }

    private void change(Scene scene, List<TestNode> nodes, RandomGenerator random) {
        TestNode node = nodes.get(random.nextInt(nodes.size()));
        TestNode other = nodes.get(random.nextInt(nodes.size()));
        switch (random.nextInt(7)) {
            case 0 -> scene.network().isolate(node.self());
            case 1 -> {
                if (node != other) {
                    scene.network().partition(Scene.setOf(node), Scene.setOf(other));
                }
            }
            case 2, 3 -> scene.network().heal();
            case 4 -> {
                paused.add(node);
                scene.network().pause(node.self());
            }
            case 5 -> nodes.forEach(each -> scene.network().resume(each.self()));
            default -> end(scene, node, random);
        }
    }

    private static void end(Scene scene, TestNode node, RandomGenerator random) {
        if (random.nextInt(3) == 0) {
            scene.network().kill(node.self());
            node.owned().clear();
        } else if (random.nextInt(3) == 0) {
            assertThat(node.engine().leave(Duration.ofSeconds(30))).isNotNull();
        }
    }

    /** One that was paused may not know that it owns something no more. */
    private void assertOneOwner(List<TestNode> nodes) {
        Set<Integer> owned = new HashSet<>();
        for (TestNode node : nodes) {
            if (!paused.contains(node)) {
                node.owned()
                        .forEach(shard -> assertThat(owned.add(shard))
                                .as("shard %s has one owner", shard)
                                .isTrue());
            }
        }
    }

    private static void assertAgreement(Scene scene, List<TestNode> nodes) {
        List<Node> alive = scene.network().nodes();
        List<TestNode> left = nodes.stream()
                .filter(node -> alive.contains(node.self()) && node.removed().isEmpty())
                .toList();
        assertThat(left).allSatisfy(node -> assertThat(node.up()).isEqualTo(Scene.selves(left)));
        for (TestNode node : left) {
            List<CompletableFuture<Node>> owners =
                    IntStream.range(0, SHARDS).mapToObj(node::locate).toList();
            scene.pass(Scene.MOMENT);
            assertThat(owners).allSatisfy(owner -> assertThat(owner).isCompleted());
            assertThat(Scene.selves(left))
                    .containsAll(owners.stream().map(CompletableFuture::join).toList());
        }
    }
}
