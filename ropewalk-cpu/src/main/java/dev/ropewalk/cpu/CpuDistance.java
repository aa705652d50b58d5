package dev.ropewalk.cpu;

/**
 * How far one CPU is from another, nearest first: the innermost thing that they share. The order of the constants is the
 * order of what it costs to move data between them, so {@code compareTo} sorts by nearness.
 */
public enum CpuDistance {
    /** They are one and the same. */
    SAME_CPU,

    /** They are hyper-threads of one core and share all its caches and its execution units. */
    SAME_CORE,

    /** They share the last-level cache: data moves between them without a trip to memory or another chip. */
    SAME_CACHE,

    /** They share a NUMA node, and so the nearest memory, but no cache. */
    SAME_NODE,

    /** They are on one socket, in different NUMA nodes. */
    SAME_SOCKET,

    /** They are on different sockets. */
    OTHER_SOCKET
}
