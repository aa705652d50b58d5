package dev.ropewalk.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import dev.ropewalk.cpu.topology.ProcessAffinity;
import dev.ropewalk.cpu.topology.Sysfs;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trees that lack things, or hold what no kernel should write. */
class PoorSysfsTest {
    @TempDir
    private Path root;

    @Test
    void shouldBeFlatWithTheAllowedCpusWhereThereIsNoTree() {
        CpuTopology topology = new SysfsTree(root).topology("2-3,8");
        assertThat(topology.isFlat()).isTrue();
        assertThat(topology.flatReason().orElseThrow()).contains("devices/system/cpu shows no topology");
        assertThat(topology.allowed()).isEqualTo(CpuSet.parse("2-3,8"));
        assertThat(topology.online()).isEqualTo(CpuSet.parse("2-3,8"));
        assertThat(topology.sockets()).hasSize(1);
        assertThat(topology.lastLevelCaches()).hasSize(1);
        assertThat(topology.cores()).hasSize(3);
        assertThat(topology.distance(2, 8)).isEqualTo(CpuDistance.SAME_CACHE);
        assertThat(topology.toString())
                .startsWith("flat (")
                .endsWith("): 1 socket, 1 NUMA node, 1 last-level cache, 3 cores, 3 CPUs 2-3,8, allowed 2-3,8");
    }

    @Test
    void shouldBeFlatWithAsManyCpusAsTheJvmCountsWhereNothingIsKnown() {
        CpuTopology topology = new SysfsTree(root).topology("");
        assertThat(topology.isFlat()).isTrue();
        assertThat(topology.allowed()).isEqualTo(topology.online());
        assertThat(topology.online())
                .isEqualTo(CpuSet.first(Runtime.getRuntime().availableProcessors()));
    }

    @Test
    void shouldBeFlatWhereOnlyTheOnlineListIsShown() {
        CpuTopology topology = new SysfsTree(root).cpuFile("online", "0-3").topology("0-1");
        assertThat(topology.isFlat()).isTrue();
        assertThat(topology.allowed()).isEqualTo(CpuSet.of(0, 1));
    }

    @Test
    void shouldCountTheFoldersWhereTheOnlineListIsHidden() {
        CpuTopology topology = new SysfsTree(root)
                .cpuFile("cpu0/topology/physical_package_id", "0")
                .cpuFile("cpu1/topology/physical_package_id", "1")
                .cpuFile("cpufreq/policy0/x", "1")
                .cpuFile("cpuidle/current_driver", "none")
                .topology("");
        assertThat(topology.isFlat()).isFalse();
        assertThat(topology.online()).isEqualTo(CpuSet.of(0, 1));
        assertThat(topology.sockets()).hasSize(2);
    }

    @Test
    void shouldTakeTheHighestCacheThatHoldsDataInWhateverOrderTheyAreListed() {
        var tree = new SysfsTree(root).cpuFile("online", "0-3");
        for (int cpu = 0; cpu < 4; cpu++) {
            String caches = "cpu" + cpu + "/cache/";
            cache(tree, caches + "index0/", "1", "Instruction", "0-3");
            cache(tree, caches + "index1/", "1", "Data", "" + cpu);
            if (cpu < 2) {
                cache(tree, caches + "index2/", "3", "Unified", "0-1");
                cache(tree, caches + "index3/", "2", "Unified", "" + cpu);
            }
        }
        assertThat(tree.topology("").lastLevelCaches()).containsExactly(CpuSet.of(0, 1), CpuSet.of(2), CpuSet.of(3));
    }

    private static void cache(SysfsTree tree, String path, String level, String type, String sharers) {
        tree.cpuFile(path + "level", level).cpuFile(path + "type", type).cpuFile(path + "shared_cpu_list", sharers);
    }

    @Test
    void shouldUseNodesWhereTheyAreAllThatIsShown() {
        CpuTopology topology = new SysfsTree(root)
                .cpuFile("online", "0-3")
                .file("devices/system/node/node0/cpulist", "0-1")
                .file("devices/system/node/node2/cpulist", "2-3")
                .file("devices/system/node/node4/cpulist", "")
                .topology("");
        assertThat(topology.isFlat()).isFalse();
        assertThat(topology.numaNodes()).containsExactly(CpuSet.of(0, 1), CpuSet.of(2, 3));
        assertThat(topology.cpu(3).numaNode()).as("the kernel's number").isEqualTo(2);
    }

    @Test
    void shouldBelieveTheKernelThatACpuIsAllowedThoughTheTreeHidesIt() {
        CpuTopology topology = new SysfsTree(root)
                .cpuFile("online", "0-1")
                .cpuFile("cpu5/topology/physical_package_id", "0")
                .cpuFile("cpu7/topology/physical_package_id", "1")
                .topology("5,7");
        assertThat(topology.allowed()).isEqualTo(CpuSet.of(5, 7));
        assertThat(topology.distance(5, 7)).isEqualTo(CpuDistance.OTHER_SOCKET);
    }

    @Test
    void shouldTreatMalformedFilesAsMissing() {
        CpuTopology topology = new SysfsTree(root)
                .cpuFile("online", "0-3")
                .cpuFile("isolated", "3-1")
                .cpuFile("cpu0/topology/physical_package_id", "one")
                .cpuFile("cpu1/topology/physical_package_id", "-1")
                .cpuFile("cpu2/topology/physical_package_id", "2")
                .cpuFile("cpu0/topology/thread_siblings_list", "garbage")
                .cpuFile("cpu0/cache/index3/level", "")
                .cpuFile("cpu0/cache/index3/shared_cpu_list", "0-99999999")
                .cpuFile("cpu0/cpu_capacity", "0")
                .cpuFile("cpu1/cpu_capacity", "2000")
                .topology("0-3");
        assertThat(topology.isolated()).isEqualTo(CpuSet.of());
        assertThat(topology.sockets()).containsExactly(CpuSet.of(0, 1, 3), CpuSet.of(2));
        assertThat(topology.lastLevelCaches()).containsExactly(CpuSet.of(0, 1, 3), CpuSet.of(2));
        assertThat(topology.cores()).hasSize(4);
        assertThat(topology.cpus()).extracting(Cpu::capacity).containsExactly(1, 1024, 1024, 1024);
    }

    @Test
    void shouldReadTheAllowedCpusThatAreOnlineFromTheProcessStatus() {
        Sysfs machine =
                new Sysfs(SysfsTree.recorded("offline-cpu", root.resolve("sys")).root());
        Sysfs process = new Sysfs(new SysfsTree(root.resolve("proc"))
                .file("status", "Name:\tjava\nCpus_allowed:\tff\nCpus_allowed_list:\t1-127\nMems_allowed_list:\t0")
                .root());
        assertThat(ProcessAffinity.allowedCpus(process, machine)).isEqualTo(CpuSet.of(1, 3));
    }

    @Test
    void shouldNotTellTheAllowedCpusWithoutProcessStatusOrOnlineList() {
        Sysfs machine =
                new Sysfs(SysfsTree.recorded("offline-cpu", root.resolve("sys")).root());
        Sysfs process = new Sysfs(new SysfsTree(root.resolve("proc"))
                .file("status", "Cpus_allowed_list:\t0-127")
                .root());
        Sysfs nothing = new Sysfs(root.resolve("nowhere").toFile());
        assertThat(ProcessAffinity.allowedCpus(nothing, machine)).isEqualTo(CpuSet.of());
        assertThat(ProcessAffinity.allowedCpus(process, nothing)).isEqualTo(CpuSet.of());
    }
}
