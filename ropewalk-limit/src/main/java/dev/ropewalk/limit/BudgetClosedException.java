package dev.ropewalk.limit;

import java.util.Objects;

/** A request to a budget that is closed, or was closed while the request waited. */
public final class BudgetClosedException extends IllegalStateException {
    private static final long serialVersionUID = 1;

    public BudgetClosedException(String budget) {
        super("budget '" + Objects.requireNonNull(budget, "budget") + "' is closed");
    }
}
