package dev.ropewalk.limit;

import java.util.Objects;

/**
 * One resource of a budget, at a moment.
 *
 * @param name its name
 * @param capacity how much may be in use
 * @param inUse how much is; above the capacity after that went down, or if a request for more is alone
 * @param reserved how much of the rest is kept for waiting requests
 * @param available how much a request could have at once; below zero if more is in use than may be
 * @param waiting how many requests wait because they, or a request before them, are short of it. A request that waits for several
 *     resources counts for the first of them
 */
public record ResourceStats(String name, long capacity, long inUse, long reserved, long available, long waiting) {
    public ResourceStats {
        Objects.requireNonNull(name, "name");
    }
}
