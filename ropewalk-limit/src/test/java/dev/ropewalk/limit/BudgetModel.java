package dev.ropewalk.limit;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What a budget should do, in the plainest form: one list of all waiting requests, gone through from first to last at each step,
 * with names for resources and no structure that makes it fast.
 */
final class BudgetModel {
    /** A request: its number, its rank, and what it demands. */
    record Ask(int id, long rank, Demand demand) {}

    private final Map<String, Long> capacity = new TreeMap<>();
    private final Map<String, Long> used = new TreeMap<>();
    private final List<Ask> waiting = new ArrayList<>();

    private final Set<Integer> admitted = new HashSet<>();

    BudgetModel(Map<String, Long> capacity) {
        this.capacity.putAll(capacity);
        capacity.keySet().forEach(resource -> used.put(resource, 0L));
    }

    /** Returns all requests that were ever admitted. */
    Set<Integer> admitted() {
        return admitted;
    }

    long waiting() {
        return waiting.size();
    }

    long used(String resource) {
        return used.getOrDefault(resource, 0L);
    }

    void ask(Ask ask) {
        waiting.add(ask);
        waiting.sort(Comparator.comparingLong(Ask::rank).thenComparingInt(Ask::id));
        step();
    }

    void cancel(int id) {
        waiting.removeIf(ask -> ask.id() == id);
        step();
    }

    /** Gives back some resources of what was granted to a demand. */
    void giveBack(Demand demand, Set<String> resources) {
        demand.amounts().forEach((resource, amount) -> {
            if (resources.contains(resource)) {
                used.merge(resource, -amount, Long::sum);
            }
        });
        step();
    }

    void setCapacity(String resource, long value) {
        capacity.put(resource, value);
        step();
    }

    private void step() {
        Set<String> closed = new HashSet<>();
        Map<String, Long> kept = new HashMap<>();
        for (Ask ask : List.copyOf(waiting)) {
            Map<String, Long> amounts = ask.demand().amounts();
            if (amounts.keySet().stream().anyMatch(closed::contains)) {
                continue;
            }
            Set<String> scarce = new HashSet<>();
            amounts.forEach((resource, amount) -> {
                long taken = used(resource) + kept.getOrDefault(resource, 0L);
                long all = capacity.getOrDefault(resource, 0L);
                boolean alone = taken == 0 && all > 0;
                if (taken + amount > all && !alone) {
                    scarce.add(resource);
                }
            });
            if (scarce.isEmpty()) {
                amounts.forEach((resource, amount) -> used.merge(resource, amount, Long::sum));
                waiting.remove(ask);
                admitted.add(ask.id());
            } else {
                closed.addAll(scarce);
                amounts.forEach((resource, amount) -> kept.merge(resource, amount, Long::sum));
            }
        }
    }
}
