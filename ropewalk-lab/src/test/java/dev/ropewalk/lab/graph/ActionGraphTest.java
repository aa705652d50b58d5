package dev.ropewalk.lab.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class ActionGraphTest {
    /** A diamond whose longer side is 0, 2, 3. */
    private final ActionGraph diamond = new ActionGraph(List.of(
            new BuildAction(0, List.of(), true, 10, 4),
            new BuildAction(1, List.of(0), true, 20, 1),
            new BuildAction(2, List.of(0), false, 50, 1),
            new BuildAction(3, List.of(1, 2), true, 30, 2)));

    @Test
    void shouldFindTheLongestChain() {
        assertThat(diamond.criticalPathNanos()).isEqualTo(10 + 50 + 30);
    }

    @Test
    void shouldFindHowLongTheScarcestResourceIsNeeded() {
        assertThat(diamond.resourceNanos(new Capacities(1000, 2, 1))).as("cpus").isEqualTo(50);
        assertThat(diamond.resourceNanos(new Capacities(1000, 1, 1)))
                .as("calls")
                .isEqualTo(60);
        assertThat(diamond.resourceNanos(new Capacities(2, 1, 1)))
                .as("memory")
                .isEqualTo((10 * 4 + 20 + 50 + 30 * 2) / 2);
    }

    @Test
    void shouldKnowDependents() {
        assertThat(diamond.dependents(0)).containsExactly(1, 2);
        assertThat(diamond.dependents(3)).isEmpty();
    }

    @Test
    void shouldRefuseActionsOutOfPlace() {
        assertThatThrownBy(() -> new ActionGraph(List.of(new BuildAction(1, List.of(), true, 1, 1))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("action 1 is at place 0");
    }
}
