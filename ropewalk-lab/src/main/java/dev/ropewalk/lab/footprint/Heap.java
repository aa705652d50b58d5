package dev.ropewalk.lab.footprint;

import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;

/** The heap of this JVM. */
final class Heap {
    private static final MemoryMXBean MEMORY = ManagementFactory.getMemoryMXBean();

    private static final int MOST_COLLECTIONS = 20;

    /** So many collections in a row must find nothing, with time for threads that clean up in between. */
    private static final int QUIET_COLLECTIONS = 3;

    private static final long PAUSE_MILLIS = 20;

    /** Of the heap: what a collection may free and have found nothing. */
    private static final double LEFT = 0.001;

    private Heap() {}

    /**
     * Returns how many bytes all reachable objects take, after full collections: what one of them finds may let go of more, such as
     * references with a queue.
     */
    static long reachableBytes() throws InterruptedException {
        long least = usedAfterCollection();
        int quiet = 0;
        for (int i = 1; i < MOST_COLLECTIONS && quiet < QUIET_COLLECTIONS; i++) {
            Thread.sleep(PAUSE_MILLIS);
            long used = usedAfterCollection();
            quiet = used < least * (1 - LEFT) ? 0 : quiet + 1;
            least = Math.min(used, least);
        }
        return least;
    }

    private static long usedAfterCollection() {
        System.gc();
        return MEMORY.getHeapMemoryUsage().getUsed();
    }
}
