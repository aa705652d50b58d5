package dev.ropewalk.sim.oracle;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** The named properties of one run. One party of the run uses them at a time. */
public final class RunProperties {
    private final Map<String, Tally> tallies = new LinkedHashMap<>();
    private final List<Condition> invariants = new ArrayList<>();
    private final List<Condition> eventualities = new ArrayList<>();

    private static final class Tally {
        final PropertyKind kind;
        long looks;
        long held;

        Tally(PropertyKind kind) {
            this.kind = kind;
        }

        PropertyTally told() {
            return new PropertyTally(kind, 1, looks, held);
        }
    }

    private record Condition(PropertyKind kind, String name, Tally tally, BooleanSupplier condition) {
        boolean holds() {
            boolean holds = condition.getAsBoolean();
            tally.looks++;
            tally.held += holds ? 1 : 0;
            return holds;
        }
    }

    /** Notes that a property was looked at where it stands. */
    public void note(PropertyKind kind, String name, boolean holds) {
        Tally tally = tally(kind, name);
        tally.looks++;
        tally.held += holds ? 1 : 0;
    }

    /** Adds a condition that must hold before each step. */
    public void addInvariant(String name, BooleanSupplier condition) {
        Tally tally = tally(PropertyKind.INVARIANT, name);
        invariants.add(new Condition(PropertyKind.INVARIANT, name, tally, condition));
    }

    /** Adds a condition that must hold at the end. */
    public void addEventuality(String name, BooleanSupplier condition) {
        Tally tally = tally(PropertyKind.EVENTUALLY, name);
        eventualities.add(new Condition(PropertyKind.EVENTUALLY, name, tally, condition));
    }

    private Tally tally(PropertyKind kind, String name) {
        Tally tally = tallies.computeIfAbsent(name, _ -> new Tally(kind));
        if (tally.kind != kind) {
            tally.told().requireKind(name, kind);
        }
        return tally;
    }

    /** Looks at all invariants; returns what is wrong with the first that doesn't hold. */
    public @Nullable Throwable checkInvariants() {
        return invariants.isEmpty() ? null : firstBroken(invariants, "doesn't hold any more");
    }

    /** Looks at what must hold at the end; returns what is wrong with the first that doesn't. */
    public @Nullable Throwable checkEventualities() {
        return firstBroken(eventualities, "doesn't hold, although nothing can happen any more");
    }

    private static @Nullable Throwable firstBroken(List<Condition> conditions, String what) {
        for (Condition condition : conditions) {
            try {
                if (!condition.holds()) {
                    return new PropertyViolation(condition.kind(), condition.name(), what);
                }
            } catch (Throwable thrown) {
                return thrown;
            }
        }
        return null;
    }

    Map<String, PropertyTally> tallies() {
        Map<String, PropertyTally> told = new LinkedHashMap<>();
        tallies.forEach((name, tally) -> told.put(name, tally.told()));
        return Collections.unmodifiableMap(told);
    }
}
