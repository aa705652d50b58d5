package dev.ropewalk.sim.fault;

import dev.ropewalk.sim.Fault;
import dev.ropewalk.sim.choice.ChoiceSource;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * The faults of one run. Of those that happen at a rate a random half is switched off in each run: a run in which all of them
 * happen hides what only some of them show (Groce, Zhang, Eide, Chen, Regehr: Swarm testing, ISSTA 2012).
 */
public final class FaultPlan {
    private final ChoiceSource choices;
    private final Map<Fault, Integer> rates = new EnumMap<>(Fault.class);
    private final List<FaultRule> places;
    private final int[] chances;
    private boolean drawn;
    private List<FaultRule> rules;

    /** Makes the plan of a run. */
    public FaultPlan(List<FaultRule> rules, ChoiceSource choices) {
        this.rules = rules;
        this.choices = choices;
        this.places = rules.stream().filter(rule -> rule.count() > 0).toList();
        this.chances = new int[places.size()];
    }

    /** Returns whether no fault may happen any more. */
    public boolean isEmpty() {
        return rules.isEmpty();
    }

    /** Lets no more faults happen. */
    public void end() {
        rules = List.of();
    }

    /** Decides whether a fault happens here. */
    public boolean strikes(Fault fault, Object place) {
        if (isEmpty()) {
            return false;
        }
        if (!drawn) {
            drawn = true;
            drawRates();
        }
        return strikesPlace(fault, place) || strikesAtRate(fault);
    }

    private void drawRates() {
        for (FaultRule rule : rules) {
            if (rule.oneIn() > 0 && choices.strike(2)) {
                rates.put(rule.fault(), rule.oneIn());
            }
        }
    }

    private boolean strikesAtRate(Fault fault) {
        Integer oneIn = rates.get(fault);
        return oneIn != null && choices.strike(oneIn);
    }

    private boolean strikesPlace(Fault fault, Object place) {
        boolean struck = false;
        for (int i = 0; i < chances.length; i++) {
            FaultRule rule = places.get(i);
            if (rule.fault() == fault && place.toString().contains(rule.place())) {
                struck |= ++chances[i] == rule.count();
            }
        }
        return struck;
    }
}
