package dev.ropewalk.cpu;

import dev.ropewalk.base.Nulls;
import dev.ropewalk.cpu.topology.CurrentCpu;
import dev.ropewalk.cpu.topology.ProcessAffinity;
import dev.ropewalk.cpu.topology.Sysfs;
import dev.ropewalk.cpu.topology.TopologyReader;
import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * How the CPUs of a machine are laid out: which share a core, a last-level cache, a NUMA node, a socket; and which of
 * them this process may use.
 *
 * <p>It holds the CPUs that were online when it was made, and doesn't follow what changes later. Immutable; may be shared
 * between threads.
 */
public final class CpuTopology {
    private final List<Cpu> cpus;
    private final @Nullable Cpu[] byId;
    private final CpuSet allowed;
    private final Optional<String> flatReason;

    private CpuTopology(List<Cpu> cpus, CpuSet allowed, Optional<String> flatReason) {
        this.cpus = cpus;
        this.byId = new Cpu[cpus.getLast().id() + 1];
        for (Cpu cpu : cpus) {
            byId[cpu.id()] = cpu;
        }
        this.allowed = allowed;
        this.flatReason = flatReason;
    }

    /**
     * Returns the topology of this machine. Never throws: what the kernel hides is replaced by the plainest assumption.
     * CPUs whose caches are unknown share one a socket; without NUMA there is one node; and where nothing at all can be
     * learnt, the topology is {@linkplain #isFlat() flat}.
     *
     * <p>The allowed CPUs are those of the process, not of the calling thread, which may be pinned: on Linux the mask of
     * the process's first thread is read, in which the Java launcher runs no Java code. (A program that embeds the JVM in
     * its first thread, and pins this, should detect first.) Control groups, {@code taskset} and {@code docker run
     * --cpuset-cpus} all show in it.
     *
     * <p>This reads a dozen small files for each CPU, which takes tens of milliseconds on a large machine: call it once.
     */
    public static CpuTopology detect() {
        String system = System.getProperty("os.name", "this system");
        if (!system.equals("Linux")) {
            return flat(CpuSet.of(), "the topology can be read on Linux only, this is " + system);
        }
        return read(new File("/sys"), ProcessAffinity.allowedCpus());
    }

    /**
     * Returns the topology that a sysfs tree describes.
     *
     * @param allowed the CPUs that the process may use; empty if unknown, which is taken as all
     */
    static CpuTopology read(File sysRoot, CpuSet allowed) {
        var reader = new TopologyReader(new Sysfs(sysRoot), allowed);
        List<Cpu> found = reader.read();
        return found.isEmpty()
                ? flat(reader.allowed(), new File(sysRoot, TopologyReader.CPUS) + " shows no topology")
                : ofSorted(found, reader.allowed());
    }

    /**
     * Returns the topology that a copy of Linux's {@code /sys} describes, such as one from another machine. Like {@link
     * #detect} it never throws.
     *
     * @param sysfs the folder that stands for {@code /sys}
     * @param allowed the CPUs that the process may use; empty if unknown, which is taken as all
     */
    public static CpuTopology read(Path sysfs, CpuSet allowed) {
        Objects.requireNonNull(sysfs, "sysfs");
        Objects.requireNonNull(allowed, "allowed");
        return read(sysfs.toFile(), allowed);
    }

    /**
     * Returns a topology made by hand, for a simulation or a test.
     *
     * @param cpus at least one, in any order
     * @param allowed which of them the process may use, at least one
     * @throws IllegalArgumentException if there is no CPU, two have one number, or {@code allowed} is empty or names others
     */
    public static CpuTopology of(List<Cpu> cpus, CpuSet allowed) {
        List<Cpu> all = Nulls.copy(cpus, "cpus");
        Objects.requireNonNull(allowed, "allowed");
        if (all.isEmpty()) {
            throw new IllegalArgumentException("a topology needs at least one CPU");
        }
        List<Cpu> sorted = all.stream().sorted(Comparator.comparingInt(Cpu::id)).toList();
        CpuSet online = idsOf(sorted);
        if (online.size() < sorted.size()) {
            throw new IllegalArgumentException("two CPUs have the same number: " + sorted);
        }
        if (allowed.isEmpty() || !online.containsAll(allowed)) {
            throw new IllegalArgumentException(
                    "the allowed CPUs \"" + allowed + "\" aren't one or more of the CPUs " + online);
        }
        return ofSorted(sorted, allowed);
    }

    /** Returns a topology without a check: of one or more CPUs, in the order of their numbers, the allowed among them. */
    private static CpuTopology ofSorted(List<Cpu> cpus, CpuSet allowed) {
        return new CpuTopology(List.copyOf(cpus), allowed, Optional.empty());
    }

    /** Returns a flat topology; of as many CPUs as the JVM counts if none are known. */
    static CpuTopology flat(CpuSet known, String reason) {
        CpuSet all = known.isEmpty() ? CpuSet.first(Runtime.getRuntime().availableProcessors()) : known;
        var cpus = new ArrayList<Cpu>();
        for (int id : all.toArray()) {
            cpus.add(Cpu.of(id, cpus.size(), 0, 0, 0));
        }
        return new CpuTopology(List.copyOf(cpus), all, Optional.of(reason));
    }

    /** Returns the CPUs that are online, in ascending order of their numbers. */
    public List<Cpu> cpus() {
        return cpus;
    }

    /**
     * Returns an online CPU.
     *
     * @throws IllegalArgumentException if no CPU with this number was online
     */
    public Cpu cpu(int id) {
        Cpu cpu = id >= 0 && id < byId.length ? byId[id] : null;
        if (cpu == null) {
            throw new IllegalArgumentException("CPU " + id + " isn't one of the online CPUs " + online());
        }
        return cpu;
    }

    /** Returns the numbers of {@link #cpus}. */
    public CpuSet online() {
        return idsOf(cpus);
    }

    /**
     * Returns the online CPUs that this process may run on, at least one. It says which CPUs, not how much of their
     * time: a quota of the control group ({@code docker run --cpus}) lowers {@link Runtime#availableProcessors()} and not
     * this set.
     */
    public CpuSet allowed() {
        return allowed;
    }

    /**
     * Returns the online CPUs that the kernel keeps out of load balancing ({@code isolcpus}). They are rarely allowed,
     * yet a thread can be {@linkplain CpuPinning#pin pinned} to them.
     */
    public CpuSet isolated() {
        return select(Cpu::isolated);
    }

    /** Returns the CPUs of each socket, in the order of the kernel's numbers. */
    public List<CpuSet> sockets() {
        return groups(Cpu::socket);
    }

    /** Returns the CPUs of each NUMA node that has any, in the order of the kernel's numbers. */
    public List<CpuSet> numaNodes() {
        return groups(Cpu::numaNode);
    }

    /** Returns the CPUs that share each last-level cache: entry i is cache i. */
    public List<CpuSet> lastLevelCaches() {
        return groups(Cpu::lastLevelCache);
    }

    /** Returns the hyper-threads of each core: entry i is core i. */
    public List<CpuSet> cores() {
        return groups(Cpu::core);
    }

    /**
     * Returns how far one online CPU is from another, as {@link Cpu#distanceTo} does.
     *
     * @throws IllegalArgumentException if one of them wasn't online
     */
    public CpuDistance distance(int cpuA, int cpuB) {
        return cpu(cpuA).distanceTo(cpu(cpuB));
    }

    /**
     * Returns the online CPUs that are at most so far from one, itself included: with {@link CpuDistance#SAME_CORE} its
     * hyper-threads, with {@link CpuDistance#SAME_CACHE} those that share its last-level cache.
     *
     * @throws IllegalArgumentException if the CPU wasn't online
     */
    public CpuSet nearby(int cpu, CpuDistance atMost) {
        Objects.requireNonNull(atMost, "atMost");
        Cpu from = cpu(cpu);
        return select(to -> from.distanceTo(to).compareTo(atMost) <= 0);
    }

    /**
     * Returns whether nothing could be learnt about the machine, so that one socket with one cache is assumed. Then the
     * CPUs are those allowed, or numbered from zero up to what {@link Runtime#availableProcessors()} answers.
     */
    public boolean isFlat() {
        return flatReason.isPresent();
    }

    /** Returns why this topology is flat; empty if it isn't. */
    public Optional<String> flatReason() {
        return flatReason;
    }

    /**
     * Returns the CPU that runs the calling thread, or -1 if that's unknown: on other systems than Linux, and without
     * native access. The thread may be elsewhere by the time the number is used, unless it is pinned. Takes a few
     * nanoseconds. In a virtual thread it is the CPU of the carrier.
     */
    public static int currentCpu() {
        return CurrentCpu.get();
    }

    private static CpuSet idsOf(List<Cpu> cpus) {
        var ids = new int[cpus.size()];
        for (int i = 0; i < ids.length; i++) {
            ids[i] = cpus.get(i).id();
        }
        return CpuSet.of(ids);
    }

    private CpuSet select(Predicate<Cpu> which) {
        return CpuSet.of(cpus.stream().filter(which).mapToInt(Cpu::id).toArray());
    }

    private List<CpuSet> groups(ToIntFunction<Cpu> by) {
        var groups = new TreeMap<Integer, BitSet>();
        for (Cpu cpu : cpus) {
            groups.computeIfAbsent(by.applyAsInt(cpu), number -> new BitSet()).set(cpu.id());
        }
        return groups.values().stream()
                .map(bits -> CpuSet.ofMask(bits.toLongArray()))
                .toList();
    }

    /** Returns the counts and the sets in one line. */
    @Override
    public String toString() {
        var text = new StringBuilder(
                flatReason.map(reason -> "flat (" + reason + "): ").orElse(""));
        text.append(count(sockets().size(), "socket"))
                .append(count(numaNodes().size(), "NUMA node"))
                .append(count(lastLevelCaches().size(), "last-level cache"))
                .append(count(cores().size(), "core"))
                .append(count(cpus.size(), "CPU").replace(", ", " "))
                .append(online())
                .append(", allowed ")
                .append(allowed);
        if (!isolated().isEmpty()) {
            text.append(", isolated ").append(isolated());
        }
        CpuSet slow = select(Cpu::efficiencyCore);
        if (!slow.isEmpty()) {
            text.append(", efficiency cores ").append(slow);
        }
        return text.toString();
    }

    private static String count(int count, String thing) {
        return count + " " + thing + (count == 1 ? ", " : "s, ");
    }
}
