package dev.ropewalk.console.view;

import dev.ropewalk.journal.JournalStats;
import dev.ropewalk.limit.AdmissionStats;
import dev.ropewalk.limit.BudgetStats;
import java.util.LinkedHashMap;
import java.util.Map;

/** The figures of parts of which a {@link PartHistory} is kept. What isn't there is no number. */
final class Figures {
    private Figures() {}

    /** Returns the limit, what is in flight and what waits, of executors, limiters and budgets. */
    static Map<String, double[]> ofLimits(Look now) {
        Map<String, double[]> figures = new LinkedHashMap<>();
        for (Map.Entry<String, AdmissionStats> part : now.parts().executors().entrySet()) {
            figures.put("executor " + part.getKey(), of(part.getValue()));
        }
        for (Map.Entry<String, AdmissionStats> part : now.parts().limiters().entrySet()) {
            figures.put("limiter " + part.getKey(), of(part.getValue()));
        }
        for (Map.Entry<String, BudgetStats> part : now.parts().budgets().entrySet()) {
            figures.put("budget " + part.getKey(), of(part.getValue().admission()));
        }
        return figures;
    }

    private static double[] of(AdmissionStats stats) {
        double limit = stats.limit() == Long.MAX_VALUE ? Double.NaN : stats.limit();
        return new double[] {limit, stats.inFlight(), stats.waiting()};
    }

    /** Returns what is appended in a second, what isn't durable yet, both in bytes, and how many milliseconds a force takes. */
    static Map<String, double[]> ofJournals(Look before, Look now) {
        double seconds = now.secondsSince(before);
        Map<String, double[]> figures = new LinkedHashMap<>();
        for (Map.Entry<String, JournalStats> part : now.parts().journals().entrySet()) {
            JournalStats stats = part.getValue();
            JournalStats then = before.parts().journals().getOrDefault(part.getKey(), stats);
            figures.put(part.getKey(), new double[] {
                Json.rate(stats.endPosition(), then.endPosition(), seconds),
                Math.max(0, stats.endPosition() - stats.durablePosition()),
                forceMillis(then, stats)
            });
        }
        return figures;
    }

    /** Returns how long a force has taken between two looks, on average. */
    static double forceMillis(JournalStats before, JournalStats now) {
        long forces = now.forces() - before.forces();
        return forces <= 0 ? Double.NaN : Math.round(1e-4 * (now.forceNanos() - before.forceNanos()) / forces) / 100.0;
    }
}
