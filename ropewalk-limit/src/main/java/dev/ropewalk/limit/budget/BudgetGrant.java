package dev.ropewalk.limit.budget;

import dev.ropewalk.limit.Demand;
import dev.ropewalk.limit.Grant;
import java.util.Objects;

/** What an {@link Admission} has granted, and how much of it is still held. */
public final class BudgetGrant implements Grant {
    private final GrantOwner owner;
    private final Request request;

    /** What hasn't been given back yet, a bit for each resource; guarded by the lock of the admission. */
    long held;

    /** Guarded by the lock of the admission. */
    boolean closed;

    BudgetGrant(GrantOwner owner, Request request) {
        this.owner = owner;
        this.request = request;
        this.held = request.mask;
    }

    /** Returns the demand in the terms of the budget's ledger. */
    public Request request() {
        return request;
    }

    @Override
    public Demand demand() {
        return request.demand;
    }

    @Override
    public boolean release(String resource) {
        Objects.requireNonNull(resource, "resource");
        if (!request.demand.amounts().containsKey(resource)) {
            throw new IllegalArgumentException("'" + resource + "' isn't part of the demand " + request.demand);
        }
        return owner.release(this, Ledger.bit(request.ledger.indexOf(resource)));
    }

    @Override
    public void close() {
        owner.close(this);
    }

    @Override
    public String toString() {
        return "grant of " + request.demand;
    }
}
