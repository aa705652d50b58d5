package dev.ropewalk.task;

/** A demand in the terms of one ledger: its resources by number instead of by name. Immutable. */
final class Request {
    final Ledger ledger;
    final Demand demand;

    /** The set of the resources, a bit for each. */
    final long mask;

    final int[] resources;
    final long[] amounts;

    Request(Ledger ledger, Demand demand, long mask, int[] resources, long[] amounts) {
        this.ledger = ledger;
        this.demand = demand;
        this.mask = mask;
        this.resources = resources;
        this.amounts = amounts;
    }
}
