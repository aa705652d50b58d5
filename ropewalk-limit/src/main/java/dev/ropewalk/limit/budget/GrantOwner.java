package dev.ropewalk.limit.budget;

/** What a grant goes back to. */
interface GrantOwner {
    /** Gives back some resources of a grant, a bit for each; returns whether it held them. */
    boolean release(BudgetGrant grant, long resources);

    /** Gives back what a grant still holds. */
    void close(BudgetGrant grant);
}
