package dev.ropewalk.lab.cpu;

import dev.ropewalk.cpu.CpuSet;
import dev.ropewalk.cpu.CpuTopology;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** Looks for what costs latency on a machine, and only for that: a healthy machine gets no advice. */
final class Advisor {
    static final String CLOCK_SOURCES = "sys/devices/system/clocksource/clocksource0/";
    private static final String HUGE_PAGES = "sys/kernel/mm/transparent_hugepage/";

    /** With fewer CPUs than this, none can be spared for isolation. */
    private static final int FEW_CPUS = 4;

    /** To leave a lighter idle state takes no longer than to wake a thread. */
    private static final int DEEP_MICROS = 50;

    private final MachineFiles files;
    private final CpuTopology topology;
    private final CpuSet isolated;
    private final CpuSet usable;

    Advisor(MachineFiles files, CpuTopology topology) {
        this.files = files;
        this.topology = topology;
        this.isolated = files.cpuList("isolated");
        this.usable = topology.allowed().union(isolated);
    }

    List<Advice> advice() {
        var found = new ArrayList<Advice>();
        Stream.of(
                        few(),
                        quota(),
                        clockSource(),
                        governor(),
                        idleStates(),
                        isolation(),
                        ticks(),
                        hyperThreads(),
                        hugePages())
                .forEach(advice -> advice.ifPresent(found::add));
        return found;
    }

    private Optional<Advice> few() {
        return adviceIf(
                usable.size() < FEW_CPUS,
                "this process may use " + count(usable.size(), "CPU") + " only: " + usable,
                "threads that spin take CPUs from each other, from the garbage collector and from the JIT compiler",
                "a larger machine, a wider docker run --cpuset-cpus, or waiting that parks (IdleStrategy.backOff)");
    }

    private Optional<Advice> quota() {
        OptionalDouble quota = CpuQuota.of(files);
        return adviceIf(
                quota.isPresent(),
                String.format(Locale.ROOT, "the control group has a quota of %.2f CPUs", quota.orElse(0)),
                "once it is used up, all threads stand still until its period ends, for tens of milliseconds",
                "no quota (docker run --cpus, Kubernetes limits.cpu), but whole CPUs by docker run --cpuset-cpus");
    }

    private Optional<Advice> clockSource() {
        String source = files.text(CLOCK_SOURCES + "current_clocksource").orElse("tsc");
        boolean offered = List.of(files.text(CLOCK_SOURCES + "available_clocksource")
                        .orElse("")
                        .split(" ", -1))
                .contains("tsc");
        return adviceIf(
                !source.equals("tsc"),
                "the kernel's clock source is " + source,
                source.equals("hpet") || source.equals("acpi_pm")
                        ? "each System.nanoTime is a system call that reads a slow device, a microsecond or more"
                        : "System.nanoTime takes longer, and NanoClock.tsc isn't available",
                offered
                        ? "echo tsc | sudo tee /" + CLOCK_SOURCES + "current_clocksource"
                        : "the kernel doesn't offer tsc: see why by dmesg | grep -i tsc; in a virtual machine the host must "
                                + "show an invariant counter");
    }

    private Optional<Advice> governor() {
        int[] slow = usable.stream().filter(this::savesPower).toArray();
        return adviceIf(
                slow.length > 0,
                "the frequency of the CPUs " + CpuSet.of(slow) + " follows the load, by the governor "
                        + governors(slow),
                "a thread that was idle starts slowly, for milliseconds",
                "sudo cpupower frequency-set -g performance, or echo performance | sudo tee"
                        + " /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor");
    }

    private boolean savesPower(int cpu) {
        return !files.ofCpu(cpu, "cpufreq/scaling_governor")
                .orElse("performance")
                .equals("performance");
    }

    private String governors(int... cpus) {
        return String.join(
                ", ",
                CpuSet.of(cpus).stream()
                        .mapToObj(cpu ->
                                files.ofCpu(cpu, "cpufreq/scaling_governor").orElse(""))
                        .distinct()
                        .toList());
    }

    private Optional<Advice> idleStates() {
        int slowest = 0;
        for (int cpu : usable.stream().toArray()) {
            slowest = Math.max(slowest, files.slowestIdleStateMicros(cpu));
        }
        return adviceIf(
                slowest > DEEP_MICROS,
                "idle CPUs sleep deeply",
                "a thread that is woken waits up to " + slowest + " us for its CPU",
                "sudo cpupower idle-set --disable-by-latency " + DEEP_MICROS + ", or waiting that spins");
    }

    private Optional<Advice> isolation() {
        return adviceIf(
                files.tellsIsolation() && isolated.isEmpty() && usable.size() >= FEW_CPUS,
                "no CPU is isolated",
                "the kernel runs other threads beside a pinned one, each for up to milliseconds",
                "isolcpus=managed_irq,domain,LIST on the kernel's command line (GRUB_CMDLINE_LINUX in /etc/default/grub),"
                        + " then pin to LIST");
    }

    private Optional<Advice> ticks() {
        CpuSet ticking = isolated.minus(files.cpuList("nohz_full"));
        return adviceIf(
                !ticking.isEmpty(),
                "the isolated CPUs " + ticking + " have a timer tick",
                "an interrupt 100 to 1000 times a second, of some microseconds each",
                "nohz_full=" + isolated + " rcu_nocbs=" + isolated + " on the kernel's command line");
    }

    private Optional<Advice> hyperThreads() {
        List<CpuSet> shared = topology.cores().stream()
                .filter(core -> core.intersect(usable).size() > 1)
                .toList();
        return adviceIf(
                !shared.isEmpty(),
                count(shared.size(), "core") + " with several hyper-threads",
                "what runs on one hyper-thread slows the other, and evicts its L1 and L2 caches",
                "reserve whole cores (CpuReservation.builder().cores(n)), or"
                        + " echo off | sudo tee /sys/devices/system/cpu/smt/control");
    }

    private Optional<Advice> hugePages() {
        String chosen = files.chosen(HUGE_PAGES + "enabled");
        return adviceIf(
                chosen.equals("always"),
                "transparent huge pages are on for all memory",
                "the kernel gathers huge pages behind the program's back; its page faults wait meanwhile",
                "echo madvise | sudo tee /" + HUGE_PAGES
                        + "enabled, and java -XX:+UseTransparentHugePages for the heap");
    }

    private static Optional<Advice> adviceIf(boolean holds, String finding, String cost, String change) {
        return holds ? Optional.of(new Advice(finding, cost, change)) : Optional.empty();
    }

    private static String count(int count, String thing) {
        return count + " " + thing + (count == 1 ? "" : "s");
    }
}
