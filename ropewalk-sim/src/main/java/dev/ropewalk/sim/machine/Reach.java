package dev.ropewalk.sim.machine;

/** Where a core finds a line, the nearest first. */
public enum Reach {
    /** In its first cache. */
    LEVEL1(0),
    /** In its second cache. */
    LEVEL2(1),
    /** In the last-level cache of its cluster. */
    LEVEL3(2),
    /** In a private cache of another core of its cluster. */
    PEER(3),
    /** In a cache of another cluster of its node. */
    CLUSTER(4),
    /** In a cache of another node. */
    NODE(5),
    /** In the memory of its node. */
    MEMORY(6),
    /** In the memory of another node. */
    FAR_MEMORY(7);

    /** Its place in arrays. */
    final int index;

    Reach(int index) {
        this.index = index;
    }
}
