package dev.ropewalk.sim.fault;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Whether each fault that is asked for at a place happened in some run of a campaign. One thread uses it at a time. */
public final class FaultCoverage {
    private final Map<FaultRule, FaultReach> reached = new LinkedHashMap<>();

    /** Adds how far a run came, by its rules at places. */
    public void add(Map<FaultRule, FaultReach> run) {
        run.forEach((rule, more) -> reached.merge(rule, more, FaultReach::plus));
    }

    /** Returns the faults that happened in no run, a text each. */
    public List<String> missing() {
        List<String> missing = new ArrayList<>();
        reached.forEach((rule, reach) -> {
            if (reach.chances() < rule.count()) {
                missing.add(text(rule, reach));
            }
        });
        return missing;
    }

    private static String text(FaultRule rule, FaultReach reach) {
        String fault = rule.fault().name().toLowerCase(Locale.ROOT).replace('_', ' ');
        String asked = "fault " + fault + " at \"" + rule.place() + "\", chance " + rule.count();
        if (reach.places().isEmpty()) {
            return asked + ": no run came to a place at which it can happen";
        }
        String places = reach.places().stream()
                .limit(FaultReach.MAX_PLACES)
                .map(place -> '"' + place + '"')
                .collect(Collectors.joining(", "));
        String more = reach.places().size() > FaultReach.MAX_PLACES ? " and others" : "";
        return asked
                + (reach.chances() == 0
                        ? ": no run came to such a place, but to "
                        : ": no run had more chances there than " + reach.chances() + "; the places were ")
                + places
                + more;
    }
}
