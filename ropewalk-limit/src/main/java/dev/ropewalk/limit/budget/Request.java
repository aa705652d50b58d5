package dev.ropewalk.limit.budget;

/** A demand in the terms of one ledger: its resources by number instead of by name. Immutable. */
public final class Request {
    public final Ledger ledger;
    public final ResourceDemand demand;

    /** The set of the resources, a bit for each. */
    public final long mask;

    public final int[] resources;
    public final long[] amounts;

    Request(Ledger ledger, ResourceDemand demand, long mask, int[] resources, long[] amounts) {
        this.ledger = ledger;
        this.demand = demand;
        this.mask = mask;
        this.resources = resources;
        this.amounts = amounts;
    }
}
