package dev.ropewalk.sim.trace;

import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.sim.Fault;
import dev.ropewalk.sim.engine.StableText;
import dev.ropewalk.sim.engine.StepLog;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The steps and faults of one run with the names of parties and resources. Its memory grows with the run. */
public final class Trace implements StepLog {
    private final List<TracedStep> steps = new ArrayList<>();
    private final List<TracedFault> faults = new ArrayList<>();
    private final Map<Integer, String> parties = new HashMap<>();
    private final Map<Integer, String> resources = new HashMap<>();
    private final Map<Integer, String> messages = new HashMap<>();

    @Override
    public void add(int party, StepKind kind, int resource, long now) {
        steps.add(new TracedStep(party, kind, resource, now));
    }

    @Override
    public void nameMessage(Object message) {
        messages.put(steps.size(), TraceNames.typeOf(message));
    }

    @Override
    public void addFault(int party, Fault fault, Object place, long now) {
        faults.add(new TracedFault(party, fault, TraceNames.describe(place), steps.size(), now));
    }

    @Override
    public void nameParty(int party, Object named) {
        parties.putIfAbsent(party, StableText.of(String.valueOf(named)));
    }

    @Override
    public void nameResource(int party, int resource, Object named) {
        resources.putIfAbsent(resource, TraceNames.describe(named));
    }

    /** Returns the steps in order. */
    public List<TracedStep> steps() {
        return Collections.unmodifiableList(steps);
    }

    /** Returns the faults in order. */
    public List<TracedFault> faults() {
        return Collections.unmodifiableList(faults);
    }

    /** Returns the name of a party, which begins with its number. */
    public String party(int number) {
        return parties.getOrDefault(number, "#" + number);
    }

    /** Returns the name of a resource, empty for what belongs to one party alone. */
    public String resource(int number) {
        return resources.getOrDefault(number, "");
    }

    /** Returns the class of the message that a step has handled, by the step's index; empty if it has handled none. */
    public String message(int step) {
        return messages.getOrDefault(step, "");
    }
}
