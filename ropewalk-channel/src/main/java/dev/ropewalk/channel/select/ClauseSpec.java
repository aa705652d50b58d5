package dev.ropewalk.channel.select;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A clause as a builder has it. Each select makes a clause of its own from it, since a clause keeps the state of a round.
 *
 * @param maker makes the clause, without place and guard
 * @param guard the condition under which the clause takes part; null for always
 */
public record ClauseSpec<R>(
        Supplier<Clause<R>> maker, @Nullable BooleanSupplier guard) {
    /**
     * Returns this with a guard.
     *
     * @throws IllegalStateException if it has one
     */
    public ClauseSpec<R> when(BooleanSupplier condition) {
        if (guard != null) {
            throw new IllegalStateException(
                    "the clause has a guard already: " + maker.get().operation());
        }
        return new ClauseSpec<>(maker, condition);
    }

    /** Makes the clauses of a select. */
    public static <R> List<Clause<R>> make(List<ClauseSpec<R>> specs) {
        var clauses = new ArrayList<Clause<R>>(specs.size());
        for (ClauseSpec<R> spec : specs) {
            Clause<R> clause = spec.maker.get();
            clause.place(clauses.size(), spec.guard);
            clauses.add(clause);
        }
        return clauses;
    }
}
