package dev.ropewalk.sim.fault;

import dev.ropewalk.sim.Fault;
import dev.ropewalk.sim.choice.ChoiceSource;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The faults of one run. Of those that happen at a rate a random half is switched off in each run: a run in which all of them
 * happen hides what only some of them show (Groce, Zhang, Eide, Chen, Regehr: Swarm testing, ISSTA 2012).
 */
public final class FaultPlan {
    private final ChoiceSource choices;
    private final Map<Fault, Integer> rates = new EnumMap<>(Fault.class);
    private final List<FaultRule> places;
    private final int[] chances;

    /** The places to which this run came, by the faults that rules want at a place; a few of many. */
    private final Map<Fault, Set<String>> reached = new EnumMap<>(Fault.class);

    private boolean drawn;
    private List<FaultRule> rules;

    /** Makes the plan of a run. */
    public FaultPlan(List<FaultRule> rules, ChoiceSource choices) {
        this.rules = rules;
        this.choices = choices;
        this.places = rules.stream().filter(rule -> rule.count() > 0).toList();
        this.chances = new int[places.size()];
        places.forEach(rule -> reached.put(rule.fault(), new LinkedHashSet<>()));
    }

    /** Returns whether no fault may happen any more. */
    public boolean isEmpty() {
        return rules.isEmpty();
    }

    /** Lets no more faults happen. */
    public void end() {
        rules = List.of();
    }

    /** Returns whether {@link #strikes} has to know the name of the place for a fault. */
    public boolean needsPlace(Fault fault) {
        return reached.containsKey(fault);
    }

    /**
     * Decides whether a fault happens here.
     *
     * @param place the name of the place, if it is needed
     */
    public boolean strikes(Fault fault, String place) {
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

    private boolean strikesPlace(Fault fault, String place) {
        Set<String> told = reached.get(fault);
        if (told == null) {
            return false;
        }
        if (told.size() <= FaultReach.MAX_PLACES) {
            told.add(place);
        }
        boolean struck = false;
        for (int i = 0; i < chances.length; i++) {
            FaultRule rule = places.get(i);
            if (rule.fault() == fault && place.contains(rule.place())) {
                struck |= ++chances[i] == rule.count();
            }
        }
        return struck;
    }

    /** Returns how far this run has come, by the rules at places. */
    public Map<FaultRule, FaultReach> reach() {
        Map<FaultRule, FaultReach> reach = new LinkedHashMap<>();
        for (int i = 0; i < chances.length; i++) {
            FaultRule rule = places.get(i);
            reach.put(rule, new FaultReach(chances[i], reached.getOrDefault(rule.fault(), Set.of())));
        }
        return reach;
    }
}
