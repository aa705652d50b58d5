package dev.ropewalk.sim.machine;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Where the lines of a modelled machine are. A line that a core changes is in the caches of that core alone, as in any protocol
 * that keeps caches coherent; every access counts as a change. What leaves a core's second cache goes to the last-level cache of its
 * cluster, and what leaves that goes to memory. Memory is dealt to the nodes page by page. Not thread-safe.
 */
public final class Memory {
    /** The size of a cache line. */
    public static final int LINE_BYTES = 64;

    private static final int LINES_OF_PAGE = 64;
    private static final short NO_CORE = -1;

    private final MachineShape shape;
    private final Cache[] level1;
    private final Cache[] level2;
    private final Cache[] level3;
    private final long[] counts = new long[Reach.values().length];
    private short[] owners = new short[1024];
    private long end = LINE_BYTES;

    Memory(MachineShape shape) {
        this.shape = shape;
        level1 = caches(shape.cores(), shape.level1());
        level2 = caches(shape.cores(), shape.level2());
        level3 = caches(shape.clusters(), shape.level3());
        Arrays.fill(owners, NO_CORE);
    }

    private static Cache[] caches(int count, MachineShape.CacheSize size) {
        return IntStream.range(0, count).mapToObj(i -> new Cache(size)).toArray(Cache[]::new);
    }

    /** Returns the address of bytes that are used for nothing else; they may share their first and last line with others. */
    public long allocate(long bytes) {
        long address = end;
        end += bytes;
        long lines = (end + LINE_BYTES - 1) / LINE_BYTES;
        if (lines > Integer.MAX_VALUE - 8) {
            throw new IllegalArgumentException("a modelled machine has no " + end + " bytes");
        }
        if (lines > owners.length) {
            int before = owners.length;
            owners = Arrays.copyOf(owners, (int) Math.min(Integer.MAX_VALUE - 8, Math.max(lines, 2L * before)));
            Arrays.fill(owners, before, owners.length, NO_CORE);
        }
        return address;
    }

    /** Returns the address of a number of bytes that share no line with others. */
    public long allocateLines(int bytes) {
        end = (end + LINE_BYTES - 1) / LINE_BYTES * LINE_BYTES;
        return allocate(Math.ceilDiv(bytes, LINE_BYTES) * (long) LINE_BYTES);
    }

    /** Has a core change a byte; returns where it found the line. */
    Reach access(int core, long address) {
        Reach reach = find(core, (int) (address / LINE_BYTES));
        counts[reach.index]++;
        return reach;
    }

    /** Returns how many accesses found their line at such a place. */
    public long count(Reach reach) {
        return counts[reach.index];
    }

    private Reach find(int core, int line) {
        int owner = owners[line];
        if (owner == core) {
            if (level1[core].use(line)) {
                return Reach.LEVEL1;
            }
            if (level2[core].use(line)) {
                level1[core].put(line);
                return Reach.LEVEL2;
            }
        }
        owners[line] = (short) core;
        Reach reach = owner == NO_CORE ? fromMemory(core, line) : takeFrom(owner, core, line);
        level1[core].put(line);
        int left = level2[core].put(line);
        if (left != Cache.NONE) {
            level1[core].remove(left);
            level3[shape.clusterOf(core)].put(left);
        }
        return reach;
    }

    private Reach takeFrom(int owner, int core, int line) {
        if (owner != core && level2[owner].remove(line)) {
            level1[owner].remove(line);
            return distance(owner, core, Reach.PEER);
        }
        return level3[shape.clusterOf(owner)].remove(line)
                ? distance(owner, core, Reach.LEVEL3)
                : fromMemory(core, line);
    }

    private Reach distance(int from, int to, Reach within) {
        if (shape.clusterOf(from) == shape.clusterOf(to)) {
            return within;
        }
        return shape.nodeOf(from) == shape.nodeOf(to) ? Reach.CLUSTER : Reach.NODE;
    }

    private Reach fromMemory(int core, int line) {
        return line / LINES_OF_PAGE % shape.nodes() == shape.nodeOf(core) ? Reach.MEMORY : Reach.FAR_MEMORY;
    }
}
