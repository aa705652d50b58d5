package dev.ropewalk.cpu;

import static dev.ropewalk.cpu.CpuDistance.OTHER_SOCKET;
import static dev.ropewalk.cpu.CpuDistance.SAME_CACHE;
import static dev.ropewalk.cpu.CpuDistance.SAME_CORE;
import static dev.ropewalk.cpu.CpuDistance.SAME_CPU;
import static dev.ropewalk.cpu.CpuDistance.SAME_NODE;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Topologies of sysfs trees as several kinds of machine show them. */
class RecordedTopologyTest {
    @TempDir
    private Path root;

    @Test
    void shouldReadTwoSocketsWithNumaAndHyperThreads() {
        CpuTopology topology = SysfsTree.recorded("two-sockets-smt", root).topology("0-2,4-6");
        assertThat(topology.isFlat()).isFalse();
        assertThat(topology.flatReason()).isEmpty();
        assertThat(topology.sockets()).isEqualTo(sets("0-1,4-5", "2-3,6-7"));
        assertThat(topology.numaNodes()).isEqualTo(sets("0-1,4-5", "2-3,6-7"));
        assertThat(topology.lastLevelCaches()).isEqualTo(sets("0-1,4-5", "2-3,6-7"));
        assertThat(topology.cores()).isEqualTo(sets("0,4", "1,5", "2,6", "3,7"));
        assertThat(topology.isolated()).isEqualTo(CpuSet.of(3, 7));
        assertThat(topology.cpu(6)).isEqualTo(Cpu.of(6, 2, 1, 1, 1));
        assertThat(topology.cpu(7)).isEqualTo(new Cpu(7, 3, 1, 1, 1, 1024, false, true));
        assertThat(distancesFrom(0, topology))
                .containsExactly(
                        SAME_CPU,
                        SAME_CACHE,
                        OTHER_SOCKET,
                        OTHER_SOCKET,
                        SAME_CORE,
                        SAME_CACHE,
                        OTHER_SOCKET,
                        OTHER_SOCKET);
        assertThat(topology)
                .hasToString(
                        "2 sockets, 2 NUMA nodes, 2 last-level caches, 4 cores, 8 CPUs 0-7, allowed 0-2,4-6, isolated 3,7");
    }

    @Test
    void shouldReadTwoLastLevelCachesOnOneSocket() {
        CpuTopology topology = SysfsTree.recorded("two-caches-a-socket", root).topology("0-11");
        assertThat(topology.sockets()).isEqualTo(sets("0-11"));
        assertThat(topology.numaNodes()).isEqualTo(sets("0-11"));
        assertThat(topology.lastLevelCaches()).isEqualTo(sets("0-2,6-8", "3-5,9-11"));
        assertThat(topology.cores()).isEqualTo(sets("0,6", "1,7", "2,8", "3,9", "4,10", "5,11"));
        assertThat(topology.distance(4, 10)).isEqualTo(SAME_CORE);
        assertThat(topology.distance(3, 11)).isEqualTo(SAME_CACHE);
        assertThat(topology.distance(2, 3)).isEqualTo(SAME_NODE);
        assertThat(topology.nearby(4, SAME_CORE)).isEqualTo(CpuSet.of(4, 10));
        assertThat(topology.nearby(4, SAME_CACHE)).isEqualTo(CpuSet.parse("3-5,9-11"));
        assertThat(topology.nearby(4, SAME_NODE)).isEqualTo(CpuSet.parse("0-11"));
    }

    @Test
    void shouldTellTheSlowCoresOfAnIntelHybridByTheKernelsList() {
        CpuTopology topology = SysfsTree.recorded("hybrid-intel", root).topology("0-7");
        assertThat(topology.cores()).isEqualTo(sets("0-1", "2-3", "4", "5", "6", "7"));
        assertThat(topology.lastLevelCaches()).isEqualTo(sets("0-7"));
        assertThat(topology.cpus().stream().filter(Cpu::efficiencyCore).mapToInt(Cpu::id))
                .containsExactly(4, 5, 6, 7);
        assertThat(topology.cpus()).allMatch(cpu -> cpu.capacity() == 1024);
        assertThat(topology)
                .hasToString(
                        "1 socket, 1 NUMA node, 1 last-level cache, 6 cores, 8 CPUs 0-7, allowed 0-7, efficiency cores 4-7");
    }

    @Test
    void shouldTellTheSlowCoresOfAnArmHybridByTheirCapacity() {
        CpuTopology topology = SysfsTree.recorded("hybrid-arm", root).topology("0-5");
        assertThat(topology.lastLevelCaches()).as("there is no third level").isEqualTo(sets("0-3", "4-5"));
        assertThat(topology.cpus()).extracting(Cpu::capacity).containsExactly(485, 485, 485, 485, 1024, 1024);
        assertThat(topology.cpus())
                .extracting(Cpu::efficiencyCore)
                .containsExactly(true, true, true, true, false, false);
        assertThat(topology.distance(3, 4)).isEqualTo(SAME_NODE);
    }

    @Test
    void shouldKeepTheWholeMachineAndTheAllowedPartApartInAContainer() {
        CpuTopology topology = SysfsTree.recorded("two-sockets-smt", root).topology("1-2,6");
        assertThat(topology.allowed()).isEqualTo(CpuSet.of(1, 2, 6));
        assertThat(topology.online()).isEqualTo(CpuSet.parse("0-7"));
        assertThat(topology.distance(2, 6)).isEqualTo(SAME_CORE);
        assertThat(topology.distance(1, 2)).isEqualTo(OTHER_SOCKET);
    }

    @Test
    void shouldLeaveOutOfflineCpus() {
        CpuTopology topology = SysfsTree.recorded("offline-cpu", root).topology("0-1,3");
        assertThat(topology.online()).isEqualTo(CpuSet.of(0, 1, 3));
        assertThat(topology.cores()).isEqualTo(sets("0-1", "3"));
        assertThat(topology.lastLevelCaches()).isEqualTo(sets("0-1,3"));
    }

    @Test
    void shouldAssumeACacheForEachSocketAndOneNodeWhereTheTreeHasNone() {
        CpuTopology topology = SysfsTree.recorded("no-caches-no-nodes", root).topology("0-3");
        assertThat(topology.isFlat()).isFalse();
        assertThat(topology.sockets()).isEqualTo(sets("0-1", "2-3"));
        assertThat(topology.lastLevelCaches()).isEqualTo(sets("0-1", "2-3"));
        assertThat(topology.numaNodes()).isEqualTo(sets("0-3"));
        assertThat(topology.cores()).isEqualTo(sets("0-1", "2-3"));
        assertThat(topology.distance(1, 2)).as("one node, but two sockets").isEqualTo(OTHER_SOCKET);
    }

    private static List<CpuSet> sets(String... lists) {
        return Stream.of(lists).map(CpuSet::parse).toList();
    }

    private static List<CpuDistance> distancesFrom(int cpu, CpuTopology topology) {
        return topology.online().stream()
                .mapToObj(other -> topology.distance(cpu, other))
                .toList();
    }
}
