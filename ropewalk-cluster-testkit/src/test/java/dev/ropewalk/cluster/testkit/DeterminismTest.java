package dev.ropewalk.cluster.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.sim.SimulationOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A run depends on its seed and on nothing else. */
class DeterminismTest {
    private static List<String> run(long seed) {
        List<String> log = new ArrayList<>();
        SimulationOptions options =
                SimulationOptions.defaults().name("deterministic").runs(1).seed(seed);
        Scene.play(options, network -> network.lossRate(0.1), scene -> {
            List<TestNode> nodes = scene.startUp(5);
            for (int number = 0; number < 20; number++) {
                for (TestNode from : nodes) {
                    boolean ignored = from.send(nodes.get(number % nodes.size()), number);
                }
                boolean ignored =
                        nodes.get(number % nodes.size()).locate(number).isDone();
                if (number == 5) {
                    scene.network().isolate(nodes.get(1).self());
                } else if (number == 10) {
                    scene.network().pause(nodes.get(2).self());
                } else if (number == 15) {
                    scene.network().heal();
                    scene.network().resume(nodes.get(2).self());
                }
                scene.pass(Duration.ofMillis(700));
            }
            scene.pass(Duration.ofSeconds(10));
            log.clear();
            log.addAll(scene.log());
        });
        return log;
    }

    @Test
    void shouldRepeatARunByItsSeed() {
        assertThat(run(1)).isNotEmpty().isEqualTo(run(1));
    }

    @Test
    void shouldMakeAnotherRunOfAnotherSeed() {
        assertThat(run(1)).isNotEqualTo(run(2));
    }

    @Test
    void shouldComeToRest() {
        Scene.play(scene -> {
            List<TestNode> nodes = scene.startUp(3);
            scene.locate(nodes.get(0), 9);
            scene.join(nodes.get(0), Scene.options());
            scene.pass(Duration.ofSeconds(5));
            scene.locate(nodes.get(0), 9);
            Duration before = scene.simulation().time();
            scene.simulation().run();
            assertThat(scene.simulation().time().minus(before)).isLessThan(Duration.ofSeconds(1));
        });
    }
}
