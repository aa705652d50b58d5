package dev.ropewalk.cpu.topology;

import dev.ropewalk.cpu.Cpu;
import dev.ropewalk.cpu.CpuSet;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Makes a topology of a sysfs tree. Any file may be missing: a CPU without a socket or a node is put in number 0, one
 * without siblings is a core by itself, and CPUs without caches share one a socket. Like {@link Sysfs} it uses plain loops.
 */
public final class TopologyReader {
    /** The folder that shows the CPUs. */
    public static final String CPUS = "devices/system/cpu";

    private static final String NODES = "devices/system/node";

    /** Where the kernel lists the slow cores of an Intel hybrid: as the CPUs of a performance counter. */
    private static final List<String> EFFICIENCY_LISTS = List.of("devices/cpu_atom/cpus", "devices/cpu_lowpower/cpus");

    /** The share of the fastest CPU's capacity below which a core counts as slow, in percent. */
    private static final int EFFICIENCY_PERCENT = 75;

    private final Sysfs sysfs;
    private final CpuSet online;
    private final CpuSet allowed;

    /**
     * Reads the lists that concern all CPUs.
     *
     * @param allowed the CPUs that the process may use; empty if unknown, which is taken as all
     */
    public TopologyReader(Sysfs sysfs, CpuSet allowed) {
        this.sysfs = sysfs;
        // A container's sysfs may list fewer CPUs than the kernel lets the process use: the kernel is right.
        this.online = onlineOf(sysfs).union(allowed);
        this.allowed = allowed.isEmpty() ? online : allowed;
    }

    /** Returns the CPUs that are online; empty if the tree doesn't say. */
    public static CpuSet onlineOf(Sysfs sysfs) {
        CpuSet listed = sysfs.list(CPUS + "/online");
        return listed.isEmpty() ? CpuSet.of(sysfs.numbered(CPUS, "cpu")) : listed;
    }

    /** Returns the CPUs that are kept out of load balancing. */
    public static CpuSet isolatedOf(Sysfs sysfs) {
        return sysfs.list(CPUS + "/isolated");
    }

    /** Returns the CPUs that the process may use; empty if neither the caller nor the tree says. */
    public CpuSet allowed() {
        return allowed;
    }

    /** Returns the CPUs in the order of their numbers, the allowed among them; none if the tree shows no topology. */
    public List<Cpu> read() {
        List<Found> found = new ArrayList<>();
        boolean known = false;
        for (int id : online.toArray()) {
            Found one = find(id);
            found.add(one);
            known |= one.isKnown();
        }
        Map<Integer, Integer> nodes = nodes();
        known |= new HashSet<>(nodes.values()).size() > 1;
        if (!known) {
            return List.of();
        }
        CpuSet isolated = isolatedOf(sysfs);
        CpuSet efficient = efficient(found);
        var cores = new Numbering();
        var caches = new Numbering();
        List<Cpu> cpus = new ArrayList<>();
        for (Found one : found) {
            cpus.add(new Cpu(
                    one.id,
                    cores.of(one.siblings.isEmpty() ? CpuSet.of(one.id) : one.siblings),
                    caches.of(one.cache.isEmpty() ? onSocket(one.socketOrZero(), found) : one.cache),
                    nodes.getOrDefault(one.id, 0),
                    one.socketOrZero(),
                    one.capacity,
                    efficient.contains(one.id),
                    isolated.contains(one.id)));
        }
        return cpus;
    }

    private Found find(int cpu) {
        String folder = CPUS + "/cpu" + cpu;
        return new Found(
                cpu,
                sysfs.number(folder + "/topology/physical_package_id"),
                sysfs.list(folder + "/topology/thread_siblings_list"),
                lastLevelCache(folder + "/cache"),
                Math.clamp(sysfs.number(folder + "/cpu_capacity").orElse(Cpu.FULL_CAPACITY), 1, Cpu.FULL_CAPACITY));
    }

    /** Returns the CPUs that share the cache of the highest level that holds data. */
    private CpuSet lastLevelCache(String folder) {
        int highest = 0;
        CpuSet sharers = CpuSet.of();
        for (int index : sysfs.numbered(folder, "index")) {
            String cache = folder + "/index" + index;
            int level = sysfs.number(cache + "/level").orElse(0);
            if (level > highest && !sysfs.text(cache + "/type").orElse("").equals("Instruction")) {
                highest = level;
                sharers = sysfs.list(cache + "/shared_cpu_list");
            }
        }
        return sharers;
    }

    private static CpuSet onSocket(int socket, List<Found> found) {
        var cpus = new BitSet();
        for (Found one : found) {
            if (one.socketOrZero() == socket) {
                cpus.set(one.id);
            }
        }
        return CpuSet.ofMask(cpus.toLongArray());
    }

    /** Returns the node of each CPU. */
    private Map<Integer, Integer> nodes() {
        var nodes = new HashMap<Integer, Integer>();
        for (int node : sysfs.numbered(NODES, "node")) {
            for (int cpu : sysfs.list(NODES + "/node" + node + "/cpulist").toArray()) {
                nodes.put(cpu, node);
            }
        }
        return nodes;
    }

    private CpuSet efficient(List<Found> found) {
        CpuSet listed = CpuSet.of();
        for (String list : EFFICIENCY_LISTS) {
            listed = listed.union(sysfs.list(list));
        }
        return listed.isEmpty() ? farBelowTheFastest(found) : listed;
    }

    private static CpuSet farBelowTheFastest(List<Found> found) {
        int fastest = 0;
        for (Found one : found) {
            fastest = Math.max(fastest, one.capacity);
        }
        var cpus = new BitSet();
        for (Found one : found) {
            if (one.capacity * 100 < fastest * EFFICIENCY_PERCENT) {
                cpus.set(one.id);
            }
        }
        return CpuSet.ofMask(cpus.toLongArray());
    }

    /** What the tree says about one CPU; sets are empty where it says nothing. */
    private record Found(int id, OptionalInt socket, CpuSet siblings, CpuSet cache, int capacity) {
        boolean isKnown() {
            return socket.isPresent() || !siblings.isEmpty() || !cache.isEmpty();
        }

        int socketOrZero() {
            return socket.orElse(0);
        }
    }

    /** Numbers sets from zero, in the order in which they are first seen. */
    private static final class Numbering {
        private final Map<CpuSet, Integer> numbers = new HashMap<>();

        int of(CpuSet set) {
            Integer known = numbers.putIfAbsent(set, numbers.size());
            return known == null ? numbers.size() - 1 : known;
        }
    }
}
