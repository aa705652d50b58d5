package dev.ropewalk.cpu;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CpuTopologyTest {
    /** Two nodes on one socket, then a second socket; CPU 5 has a cache for itself. */
    private static final CpuTopology TOPOLOGY = CpuTopology.of(
            List.of(
                    Cpu.of(9, 5, 4, 2, 1),
                    Cpu.of(0, 0, 0, 0, 0),
                    Cpu.of(1, 0, 0, 0, 0),
                    Cpu.of(2, 1, 0, 0, 0),
                    Cpu.of(3, 2, 1, 0, 0),
                    Cpu.of(4, 3, 2, 1, 0),
                    Cpu.of(5, 4, 3, 1, 0)),
            CpuSet.of(0, 9));

    @ParameterizedTest
    @CsvSource({
        "0, SAME_CPU",
        "1, SAME_CORE",
        "2, SAME_CACHE",
        "3, SAME_NODE",
        "4, SAME_SOCKET",
        "5, SAME_SOCKET",
        "9, OTHER_SOCKET"
    })
    void shouldTellTheDistanceByTheInnermostThingShared(int other, CpuDistance distance) {
        assertThat(TOPOLOGY.distance(0, other)).isEqualTo(distance);
        assertThat(TOPOLOGY.distance(other, 0)).isEqualTo(distance);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SAME_CPU|0",
                "SAME_CORE|0-1",
                "SAME_CACHE|0-2",
                "SAME_NODE|0-3",
                "SAME_SOCKET|0-5",
                "OTHER_SOCKET|0-5,9"
            })
    void shouldGatherTheCpusNearby(CpuDistance atMost, String cpus) {
        assertThat(TOPOLOGY.nearby(0, atMost)).hasToString(cpus);
    }

    @Test
    void shouldSortCpusByNumber() {
        assertThat(TOPOLOGY.cpus()).extracting(Cpu::id).containsExactly(0, 1, 2, 3, 4, 5, 9);
        assertThat(TOPOLOGY.allowed()).isEqualTo(CpuSet.of(0, 9));
        assertThat(TOPOLOGY.isFlat()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"-1", "6", "10", "2147483647"})
    void shouldRefuseCpusThatAreNotOnline(int cpu) {
        assertThatThrownBy(() -> TOPOLOGY.distance(0, cpu))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("CPU " + cpu + " isn't one of the online CPUs 0-5,9");
    }

    @Test
    void shouldRefuseToBeMadeOfNothingOrOfContradictions() {
        var one = List.of(Cpu.of(0, 0, 0, 0, 0));
        assertThatThrownBy(() -> CpuTopology.of(List.of(), CpuSet.of(0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("at least one CPU");
        assertThatThrownBy(() -> CpuTopology.of(List.of(one.getFirst(), Cpu.of(0, 1, 0, 0, 0)), CpuSet.of(0)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the same number");
        assertThatThrownBy(() -> CpuTopology.of(one, CpuSet.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("allowed CPUs \"\"");
        assertThatThrownBy(() -> CpuTopology.of(one, CpuSet.of(0, 1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("allowed CPUs \"0-1\" aren't one or more of the CPUs 0");
    }

    @Test
    void shouldRefuseCpusWithImpossibleValues() {
        assertThatThrownBy(() -> Cpu.of(-1, 0, 0, 0, 0)).hasMessageContaining("CPU number -1");
        assertThatThrownBy(() -> Cpu.of(2, -1, 0, 0, 0)).hasMessage("CPU 2: core -1 is negative");
        assertThatThrownBy(() -> Cpu.of(2, 0, -1, 0, 0)).hasMessage("CPU 2: last-level cache -1 is negative");
        assertThatThrownBy(() -> Cpu.of(2, 0, 0, -1, 0)).hasMessage("CPU 2: NUMA node -1 is negative");
        assertThatThrownBy(() -> Cpu.of(2, 0, 0, 0, -1)).hasMessage("CPU 2: socket -1 is negative");
        assertThatThrownBy(() -> new Cpu(2, 0, 0, 0, 0, 0, false, false))
                .hasMessage("CPU 2: capacity 0 isn't within 1 and 1024");
        assertThatThrownBy(() -> new Cpu(2, 0, 0, 0, 0, 1025, false, false))
                .hasMessage("CPU 2: capacity 1025 isn't within 1 and 1024");
    }
}
