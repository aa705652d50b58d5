package dev.ropewalk.limit.budget;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.MemoryUsage;
import java.util.List;

/** What a virtual machine tells about its heap. */
public interface HeapUsage {
    /** Returns how large the heap may grow, in bytes. */
    long max();

    /** Returns how much the last collection has left, in bytes; to be called soon after it. */
    long usedAfterCollection();

    /** Returns how many collections there have been. */
    long collections();

    /** Returns for how long the program has stood still for collections, in milliseconds. */
    long collectionMillis();

    /**
     * Returns whether most collections leave a pool alone and move survivors to it. What the last collection that cleaned it has
     * left says nothing of those survivors; which of them are alive isn't known until the next one.
     */
    static boolean isOld(String pool) {
        return pool.contains("Old Gen") || pool.contains("Tenured Gen");
    }

    /** Returns that of this virtual machine. */
    static HeapUsage ofThisProcess() {
        List<MemoryPoolMXBean> pools = ManagementFactory.getMemoryPoolMXBeans().stream()
                .filter(pool -> pool.getType() == MemoryType.HEAP)
                .toList();
        // A concurrent collector's cycles take no time from the program; only its pauses do.
        List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans().stream()
                .filter(collector -> !collector.getName().endsWith("Cycles"))
                .toList();
        return new HeapUsage() {
            @Override
            public long max() {
                return Runtime.getRuntime().maxMemory();
            }

            @Override
            public long usedAfterCollection() {
                long used = 0;
                for (MemoryPoolMXBean pool : pools) {
                    long now = pool.getUsage().getUsed();
                    MemoryUsage after = pool.getCollectionUsage();
                    used += after == null || isOld(pool.getName()) ? now : Math.min(now, after.getUsed());
                }
                return used;
            }

            @Override
            public long collections() {
                return collectors.stream()
                        .mapToLong(collector -> Math.max(0, collector.getCollectionCount()))
                        .sum();
            }

            @Override
            public long collectionMillis() {
                return collectors.stream()
                        .mapToLong(collector -> Math.max(0, collector.getCollectionTime()))
                        .sum();
            }
        };
    }
}
