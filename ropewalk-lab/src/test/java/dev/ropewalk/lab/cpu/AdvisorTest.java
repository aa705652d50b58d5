package dev.ropewalk.lab.cpu;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Starts from a machine that is set up well, and spoils one thing. */
class AdvisorTest {
    private static final String CLOCK = "sys/devices/system/clocksource/clocksource0/";

    @TempDir
    private Path root;

    private MachineTree tree = new MachineTree(Path.of(""));

    @BeforeEach
    void setUpAMachineWell() throws IOException {
        tree = new MachineTree(root)
                .cpuFile("online", "0-7")
                .cpuFile("isolated", "4-7")
                .cpuFile("nohz_full", "4-7")
                .file(CLOCK + "current_clocksource", "tsc")
                .file(CLOCK + "available_clocksource", "tsc hpet acpi_pm")
                .file("sys/kernel/mm/transparent_hugepage/enabled", "always [madvise] never")
                .file("proc/self/cgroup", "0::/app/task")
                .file("sys/fs/cgroup/app/task/cpu.max", "max 100000")
                .allowed("0-3");
        for (int cpu = 0; cpu < 8; cpu++) {
            tree.cpuFile("cpu" + cpu + "/topology/physical_package_id", "0")
                    .cpuFile("cpu" + cpu + "/topology/thread_siblings_list", "" + cpu)
                    .cpuFile("cpu" + cpu + "/cpufreq/scaling_governor", "performance");
        }
    }

    @Test
    void shouldSayNothingAboutAMachineThatIsSetUpWell() {
        assertThat(advice()).isEmpty();
    }

    @Test
    void shouldSayNothingAboutWhatTheKernelHides() throws IOException {
        var bare = new MachineTree(root.resolve("bare"))
                .cpuFile("online", "0-7")
                .cpuFile("isolated", "7")
                .cpuFile("nohz_full", "7");
        MachineFiles files = bare.files();
        assertThat(new Advisor(files, files.topology()).advice()).isEmpty();
    }

    @Test
    void shouldTellTheIsolatedCpusThatHaveATimerTick() throws IOException {
        tree.cpuFile("nohz_full", "5-7");
        assertAdvice("the isolated CPUs 4 have a timer tick", "nohz_full=4-7 rcu_nocbs=4-7");
        tree.cpuFile("nohz_full", "(null)");
        assertAdvice("the isolated CPUs 4-7 have a timer tick", "nohz_full=4-7");
    }

    @Test
    void shouldAdviseToIsolateCpusWhereThereAreEnough() throws IOException {
        tree.cpuFile("isolated", "");
        assertAdvice("no CPU is isolated", "isolcpus=managed_irq,domain,LIST");
        tree.allowed("0-2");
        assertAdvice("this process may use 3 CPUs only: 0-2", "--cpuset-cpus");
    }

    @Test
    void shouldTellTheCpusWhoseFrequencyFollowsTheLoad() throws IOException {
        tree.cpuFile("cpu1/cpufreq/scaling_governor", "powersave");
        tree.cpuFile("cpu6/cpufreq/scaling_governor", "schedutil");
        assertAdvice(
                "the frequency of the CPUs 1,6 follows the load, by the governor powersave, schedutil",
                "cpupower frequency-set -g performance");
    }

    @Test
    void shouldTellHowLongAnIdleCpuTakesToWake() throws IOException {
        tree.cpuFile("cpu3/cpuidle/state0/latency", "0")
                .cpuFile("cpu3/cpuidle/state1/latency", "2")
                .cpuFile("cpu3/cpuidle/state2/latency", "133");
        assertAdvice("idle CPUs sleep deeply", "cpupower idle-set --disable-by-latency 50");
        assertThat(advice().getFirst().cost()).contains("up to 133 us");
        tree.cpuFile("cpu3/cpuidle/state2/disable", "1");
        assertThat(advice()).isEmpty();
    }

    @Test
    void shouldTellThatTheKernelKeepsTimeByASlowDevice() throws IOException {
        tree.file(CLOCK + "current_clocksource", "hpet");
        assertAdvice("the kernel's clock source is hpet", "echo tsc | sudo tee /" + CLOCK + "current_clocksource");
        assertThat(advice().getFirst().cost()).contains("a system call");
    }

    @Test
    void shouldTellWhyAVirtualMachineHasNoTimeStampCounter() throws IOException {
        tree.file(CLOCK + "current_clocksource", "kvm-clock")
                .file(CLOCK + "available_clocksource", "kvm-clock acpi_pm");
        assertAdvice("the kernel's clock source is kvm-clock", "dmesg | grep -i tsc");
        assertThat(advice().getFirst().cost()).contains("NanoClock.tsc isn't available");
    }

    @Test
    void shouldTellThatCoresAreShared() throws IOException {
        tree.cpuFile("cpu4/topology/thread_siblings_list", "4-5").cpuFile("cpu5/topology/thread_siblings_list", "4-5");
        assertAdvice("1 core with several hyper-threads", "/sys/devices/system/cpu/smt/control");
    }

    @Test
    void shouldTellThatHugePagesAreOnForAllMemory() throws IOException {
        tree.file("sys/kernel/mm/transparent_hugepage/enabled", "[always] madvise never");
        assertAdvice("transparent huge pages are on for all memory", "echo madvise | sudo tee");
    }

    @Test
    void shouldTellTheSmallestQuotaOnTheWayToTheTop() throws IOException {
        tree.file("sys/fs/cgroup/app/task/cpu.max", "400000 100000").file("sys/fs/cgroup/app/cpu.max", "250000 100000");
        assertAdvice("the control group has a quota of 2.50 CPUs", "--cpuset-cpus");
    }

    @Test
    void shouldTellTheQuotaOfAContainerThatSeesOnlyTheTop() throws IOException {
        tree.file("proc/self/cgroup", "0::/../other").file("sys/fs/cgroup/cpu.max", "50000 100000");
        assertAdvice("the control group has a quota of 0.50 CPUs", "--cpuset-cpus");
    }

    @Test
    void shouldTellTheQuotaOfTheOlderControlGroups() throws IOException {
        tree.file("proc/self/cgroup", "5:memory:/m\n4:cpu,cpuacct:/docker/x\n0::/")
                .file("sys/fs/cgroup/cpu,cpuacct/docker/x/cpu.cfs_quota_us", "150000")
                .file("sys/fs/cgroup/cpu,cpuacct/docker/x/cpu.cfs_period_us", "100000");
        assertAdvice("the control group has a quota of 1.50 CPUs", "--cpuset-cpus");
        tree.file("sys/fs/cgroup/cpu,cpuacct/docker/x/cpu.cfs_quota_us", "-1");
        assertThat(advice()).isEmpty();
    }

    private void assertAdvice(String finding, String change) {
        List<Advice> advice = advice();
        assertThat(advice).hasSize(1);
        assertThat(advice.getFirst().finding()).isEqualTo(finding);
        assertThat(advice.getFirst().change()).contains(change);
        assertThat(advice.getFirst().cost()).isNotBlank();
    }

    private List<Advice> advice() {
        MachineFiles files = tree.files();
        return new Advisor(files, files.topology()).advice();
    }
}
