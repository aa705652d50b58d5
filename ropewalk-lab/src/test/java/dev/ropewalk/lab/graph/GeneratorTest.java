package dev.ropewalk.lab.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class GeneratorTest {
    private static final int SIZE = 20_000;

    private final ActionGraph graph = Generator.graph(SIZE, 1);

    @Test
    void shouldMakeTheSameGraphFromTheSameSeed() {
        assertThat(Generator.graph(SIZE, 1).actions()).isEqualTo(graph.actions());
        assertThat(Generator.graph(SIZE, 2).actions()).isNotEqualTo(graph.actions());
    }

    @Test
    void shouldMakeExactlyAsManyActionsAsAsked() {
        assertThat(IntStream.of(1, 2, 11, 100, 2000))
                .allSatisfy(size -> assertThat(Generator.graph(size, 3).size()).isEqualTo(size));
    }

    @Test
    void shouldLetNineOfTenActionsWaitForRemoteCalls() {
        assertThat(graph.actions().stream().filter(BuildAction::remote).count())
                .isCloseTo(SIZE * 9 / 10, Percentage.withPercentage(2));
    }

    @Test
    void shouldUseFewActionsVeryOftenAndMostOnce() {
        List<Integer> fanOut = IntStream.range(0, SIZE)
                .mapToObj(id -> graph.dependents(id).size())
                .sorted()
                .toList();

        assertThat(fanOut.getLast()).isGreaterThan(100);
        assertThat(fanOut.get(SIZE / 2)).isEqualTo(1);
    }

    @Test
    void shouldLeaveRoomForWidthBesideTheLongestChain() {
        var plenty = new Capacities(Integer.MAX_VALUE, 1, 1);

        assertThat(graph.resourceNanos(plenty)).isGreaterThan(100 * graph.criticalPathNanos());
    }
}
