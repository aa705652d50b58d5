package dev.ropewalk.limit.budget;

import dev.ropewalk.base.Names;
import dev.ropewalk.limit.Demand;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The books of a budget: of each resource its capacity, how much is in use, and what is kept for the waiting requests. Guarded by the
 * lock of its owner.
 *
 * <p>A resource that a waiting request is short of is closed: requests behind it take nothing of it. Of the other resources that this
 * request needs, as much as it needs is reserved: requests behind it may take the rest. The request for which a resource is closed may
 * let others take of it what is free meanwhile.
 */
public final class Ledger {
    /** As many as a set of them has bits. */
    public static final int MAX_RESOURCES = Long.SIZE;

    private final String[] names;
    private final long[] capacity;
    private final long[] inUse;
    private final long[] reserved;
    private final @Nullable PendingRequest[] closers;
    private long closed;

    public Ledger(List<String> names) {
        this.names = names.toArray(String[]::new);
        capacity = new long[this.names.length];
        inUse = new long[this.names.length];
        reserved = new long[this.names.length];
        closers = new @Nullable PendingRequest[this.names.length];
    }

    /**
     * Returns a demand in the terms of this ledger. May be called without the lock.
     *
     * @throws IllegalArgumentException if the library hasn't made it, or it names a resource that isn't here
     */
    public Request resolve(Demand demand) {
        ResourceDemand own = ResourceDemand.of(demand);
        Request known = own.request;
        if (known != null && known.ledger == this) {
            return known;
        }
        Request request = newRequest(own);
        own.request = request;
        return request;
    }

    private Request newRequest(ResourceDemand demand) {
        int size = demand.amounts().size();
        int[] resources = new int[size];
        long[] amounts = new long[size];
        long mask = 0;
        int next = 0;
        for (Map.Entry<String, Long> entry : demand.amounts().entrySet()) {
            resources[next] = indexOf(entry.getKey());
            amounts[next] = entry.getValue();
            mask |= bit(resources[next++]);
        }
        return new Request(this, demand, mask, resources, amounts);
    }

    /**
     * Returns the number of a resource. May be called without the lock.
     *
     * @throws IllegalArgumentException if there is none of that name
     */
    public int indexOf(String name) {
        for (int resource = 0; resource < names.length; resource++) {
            if (names[resource].equals(name)) {
                return resource;
            }
        }
        throw new IllegalArgumentException("no resource '" + Names.shown(name) + "', only " + Arrays.toString(names));
    }

    public static long bit(int resource) {
        return 1L << resource;
    }

    public int size() {
        return names.length;
    }

    String name(int resource) {
        return names[resource];
    }

    long capacity(int resource) {
        return capacity[resource];
    }

    public void setCapacity(int resource, long value) {
        capacity[resource] = value;
    }

    long inUse(int resource) {
        return inUse[resource];
    }

    /** Returns how much of a resource a request could have now: below zero if more is in use than there is. */
    long available(int resource) {
        long free = capacity[resource] - inUse[resource];
        return isClosed(resource) ? Math.min(0, free) : free - reserved[resource];
    }

    /** Returns how much of a resource is kept for waiting requests; all that is free if one is short of it. */
    long reserved(int resource) {
        return isClosed(resource) ? Math.max(0, capacity[resource] - inUse[resource]) : reserved[resource];
    }

    private boolean isClosed(int resource) {
        return (closed & bit(resource)) != 0;
    }

    /** Returns the resources of which no request gets anything because a waiting one is short of them. */
    long closed() {
        return closed;
    }

    /** Returns whether a request can be met from what isn't kept for others. */
    boolean fits(Request request) {
        if ((request.mask & closed) != 0) {
            return false;
        }
        for (int i = 0; i < request.resources.length; i++) {
            if (!fits(request.resources[i], request.amounts[i])) {
                return false;
            }
        }
        return true;
    }

    /** More than there ever is fits when nothing is in use, so that it is alone. A capacity of zero lets nothing through. */
    private boolean fits(int resource, long amount) {
        long kept = inUse[resource] + reserved[resource];
        return amount <= capacity[resource] - kept || (kept == 0 && capacity[resource] > 0);
    }

    void take(Request request) {
        for (int i = 0; i < request.resources.length; i++) {
            inUse[request.resources[i]] += request.amounts[i];
        }
    }

    /** Gives back what a request took of those of its resources that are in a set. */
    void giveBack(Request request, long mask) {
        for (int i = 0; i < request.resources.length; i++) {
            int resource = request.resources[i];
            if ((mask & bit(resource)) != 0) {
                inUse[resource] -= request.amounts[i];
            }
        }
    }

    /** Forgets all that is kept for waiting requests. */
    void reserveNothing() {
        if (closed != 0) {
            closed = 0;
            Arrays.fill(reserved, 0);
            Arrays.fill(closers, null);
        }
    }

    /** Keeps what a request needs that doesn't fit: a resource that it is short of is closed, of others its amount reserved. */
    void reserve(PendingRequest pending) {
        Request request = pending.request;
        for (int i = 0; i < request.resources.length; i++) {
            int resource = request.resources[i];
            if (fits(resource, request.amounts[i])) {
                reserved[resource] += request.amounts[i];
            } else {
                closed |= bit(resource);
                closers[resource] = pending;
            }
        }
    }

    /**
     * Returns whether a request can be met from what isn't kept for others, or is kept for requests that let it pass. What is
     * reserved of a resource by those before its closer stays theirs.
     *
     * @param letsPass whether a request for which all of a resource is kept lets this one take some of it meanwhile
     */
    boolean fitsAhead(Request request, Predicate<PendingRequest> letsPass) {
        for (int i = 0; i < request.resources.length; i++) {
            int resource = request.resources[i];
            PendingRequest closer = closers[resource];
            if (request.amounts[i] > gap(resource) || (closer != null && !letsPass.test(closer))) {
                return false;
            }
        }
        return true;
    }

    long[] gaps() {
        long[] gaps = new long[names.length];
        Arrays.setAll(gaps, this::gap);
        return gaps;
    }

    long[] capacities() {
        return capacity.clone();
    }

    /** Returns how much of a resource is not in use, and not reserved but for the request for which all of it is kept. */
    private long gap(int resource) {
        return capacity[resource] - inUse[resource] - reserved[resource];
    }

    /**
     * Returns a resource that keeps a request from being met now, or -1. A resource that a waiting request is short of goes
     * first: a request that waits may have reserved others for itself.
     */
    int scarce(Request request) {
        if ((request.mask & closed) != 0) {
            return Long.numberOfTrailingZeros(request.mask & closed);
        }
        for (int i = 0; i < request.resources.length; i++) {
            if (!fits(request.resources[i], request.amounts[i])) {
                return request.resources[i];
            }
        }
        return -1;
    }
}
