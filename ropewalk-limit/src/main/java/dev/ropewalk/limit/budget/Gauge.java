package dev.ropewalk.limit.budget;

/** Measures how much of a resource there is. Belongs to one budget, which never calls it twice at once, nor under its lock. */
public interface Gauge {
    /**
     * Returns how much may be in use.
     *
     * @param inUse how much of it is granted
     * @param now the time in nanoseconds, from an arbitrary origin
     */
    long capacity(long inUse, long now);
}
