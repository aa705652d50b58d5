package dev.ropewalk.cpu;

/**
 * Where reserved CPUs lie in relation to earlier ones. The idea of a list of them, tried in order, is from OpenHFT's
 * affinity library.
 *
 * <p>Of several earlier CPUs, it is enough to share something with one of them; to be different means different from all.
 */
public enum ReservationStrategy {
    /** Anywhere. */
    ANY,

    /** Another hyper-thread of the same core: for two threads that talk all the time and compute little. */
    SAME_CORE,

    /** Another core behind the same last-level cache: for two threads that hand data on. */
    SAME_LAST_LEVEL_CACHE,

    /** Another core of the same socket, whatever cache it uses. */
    SAME_SOCKET,

    /** Another core, on any socket: for two threads that both compute. */
    DIFFERENT_CORE,

    /** Another socket: for two threads that each want caches and memory bandwidth for themselves. */
    DIFFERENT_SOCKET
}
