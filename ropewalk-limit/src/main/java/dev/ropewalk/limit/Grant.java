package dev.ropewalk.limit;

import dev.ropewalk.limit.budget.Ledger;
import dev.ropewalk.limit.budget.Request;
import java.util.Objects;

/**
 * The amounts of a {@link Demand} that a {@link Budget} has given. It is closed once, in any thread; later calls do nothing.
 * What is done before a part is given back happens-before what is done by who is admitted for it.
 *
 * <p>Give back early what is no longer needed: a permit for remote calls that is held while a result is unpacked keeps others
 * from calling.
 *
 * {@snippet :
 * try (Grant grant = budget.acquire(Demand.of("memory", 64 << 20).and("calls", 1))) {
 *     byte[] result = call();
 *     grant.release("calls");
 *     unpack(result);
 * }
 * }
 */
@SuppressWarnings("exports")
public final class Grant implements AutoCloseable {
    private final Budget budget;
    private final Request request;

    /** What hasn't been given back yet, a bit for each resource; guarded by the lock of the admission. */
    public long held;

    /** Guarded by the lock of the admission. */
    public boolean closed;

    public Grant(Budget budget, Request request) {
        this.budget = budget;
        this.request = request;
        this.held = request.mask;
    }

    public Request request() {
        return request;
    }

    /** Returns what was granted, parts that were given back included. */
    public Demand demand() {
        return request.demand;
    }

    /**
     * Gives back the whole amount of one resource and keeps the others.
     *
     * @return whether this call gave it back; false if it was given back before
     * @throws IllegalArgumentException if the resource isn't part of the demand
     */
    public boolean release(String resource) {
        Objects.requireNonNull(resource, "resource");
        if (!request.demand.amounts().containsKey(resource)) {
            throw new IllegalArgumentException("'" + resource + "' isn't part of the demand " + request.demand);
        }
        return budget.release(this, Ledger.bit(request.ledger.indexOf(resource)));
    }

    /** Gives back what is still held. */
    @Override
    public void close() {
        budget.close(this);
    }

    @Override
    public String toString() {
        return "grant of " + request.demand;
    }
}
