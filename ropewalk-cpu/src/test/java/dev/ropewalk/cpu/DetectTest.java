package dev.ropewalk.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Looks at the machine that runs the tests, whatever it is. */
class DetectTest {
    private static final CpuTopology TOPOLOGY = CpuTopology.detect();

    @Test
    void shouldFindAtLeastTheProcessorsThatTheJvmMayUse() {
        assertThat(TOPOLOGY.allowed().size())
                .as("%s", TOPOLOGY)
                .isGreaterThanOrEqualTo(Runtime.getRuntime().availableProcessors());
        assertThat(TOPOLOGY.online().containsAll(TOPOLOGY.allowed())).isTrue();
    }

    static List<Function<CpuTopology, List<CpuSet>>> groupings() {
        return List.of(CpuTopology::sockets, CpuTopology::numaNodes, CpuTopology::lastLevelCaches, CpuTopology::cores);
    }

    @ParameterizedTest
    @MethodSource("groupings")
    void shouldPutEachCpuIntoOneGroupOfEachKind(Function<CpuTopology, List<CpuSet>> grouping) {
        List<CpuSet> groups = grouping.apply(TOPOLOGY);
        assertThat(groups.stream().reduce(CpuSet.of(), CpuSet::union)).isEqualTo(TOPOLOGY.online());
        assertThat(groups.stream().mapToInt(CpuSet::size).sum())
                .isEqualTo(TOPOLOGY.online().size());
    }

    @Test
    void shouldNumberCoresAndCachesByTheirPlaceInTheirLists() {
        for (Cpu cpu : TOPOLOGY.cpus()) {
            assertThat(TOPOLOGY.cores().get(cpu.core()).contains(cpu.id())).isTrue();
            assertThat(TOPOLOGY.lastLevelCaches().get(cpu.lastLevelCache()).contains(cpu.id()))
                    .isTrue();
        }
    }
}
