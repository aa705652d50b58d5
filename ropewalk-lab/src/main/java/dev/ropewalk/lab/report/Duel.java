package dev.ropewalk.lab.report;

import dev.ropewalk.lab.result.Result;
import java.util.Comparator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Ropewalk's main entry and the best rival in one cell.
 *
 * @param advantage how many times better ours is: below 1 if it is worse
 * @param isClear whether the ranges of the two don't overlap
 */
record Duel(String cell, Entry ours, Entry rival, double advantage, boolean isClear) {
    /** Returns the duel of a cell, empty if one of the two has no result. */
    static Optional<Duel> of(Row row, Roles roles, boolean lessIsBetter) {
        Optional<Entry> ours = row.find(roles.main());
        Optional<Entry> rival = row.entries().stream()
                .filter(entry -> entry.result() != null && roles.isRival(entry.contender()))
                .max(Comparator.comparingDouble(entry -> score(entry.result(), lessIsBetter)));
        if (ours.isEmpty() || rival.isEmpty()) {
            return Optional.empty();
        }
        double advantage = advantage(ours.get().result(), rival.get().result(), lessIsBetter);
        return advantage > 0 && Double.isFinite(advantage)
                ? Optional.of(new Duel(
                        row.label(),
                        ours.get(),
                        rival.get(),
                        advantage,
                        isClear(ours.get().result(), rival.get().result())))
                : Optional.empty();
    }

    /** Returns how many times better one is than the other. */
    static double advantage(@Nullable Result one, @Nullable Result other, boolean lessIsBetter) {
        if (one == null || other == null) {
            return Double.NaN;
        }
        return lessIsBetter ? other.median() / one.median() : one.median() / other.median();
    }

    private static double score(@Nullable Result result, boolean lessIsBetter) {
        return result == null ? Double.NEGATIVE_INFINITY : lessIsBetter ? -result.median() : result.median();
    }

    private static boolean isClear(@Nullable Result one, @Nullable Result other) {
        return one != null && other != null && (one.high() < other.low() || other.high() < one.low());
    }
}
