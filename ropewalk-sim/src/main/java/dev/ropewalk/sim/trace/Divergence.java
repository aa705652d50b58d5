package dev.ropewalk.sim.trace;

import dev.ropewalk.scheduler.step.StepKind;
import dev.ropewalk.sim.Fault;
import dev.ropewalk.sim.engine.StepLog;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Finds the first step in which a run differs from an earlier one that had the same choices: the party, what it did instead, and
 * the code from which it did so.
 */
public final class Divergence implements StepLog {
    private final Trace expected;
    private final Trace found = new Trace();
    private final Map<Integer, StackTraceElement[]> announcedAt = new HashMap<>();
    private int index = -1;
    private StackTraceElement @Nullable [] stack;

    /** Looks for the difference from a trace of the earlier run. */
    public Divergence(Trace expected) {
        this.expected = expected;
    }

    @Override
    public void add(int party, StepKind kind, int resource, long now) {
        found.add(party, kind, resource, now);
        int last = found.steps().size() - 1;
        List<TracedStep> steps = expected.steps();
        if (index < 0
                && (last >= steps.size()
                        || !steps.get(last).equals(found.steps().get(last)))) {
            index = last;
            stack = announcedAt.get(party);
        }
    }

    @Override
    public void nameMessage(Object message) {
        found.nameMessage(message);
    }

    @Override
    public void addFault(int party, Fault fault, Object place, long now) {
        found.addFault(party, fault, place, now);
    }

    @Override
    public void nameParty(int party, Object named) {
        found.nameParty(party, named);
    }

    @Override
    public void nameResource(int party, int resource, Object named) {
        found.nameResource(party, resource, named);
        if (index < 0) {
            announcedAt.put(party, new Throwable().getStackTrace());
        }
    }

    /** Returns where the runs differ, or that this one has just ended earlier, or that it didn't differ this time. */
    public String describe() {
        if (index < 0) {
            return found.steps().size() < expected.steps().size()
                    ? "it ended before step " + (found.steps().size() + 1) + ", in which "
                            + describe(expected, found.steps().size()) + " before"
                    : "this time it took the same steps";
        }
        return "at step " + (index + 1) + ", " + describe(found, index)
                + (index < expected.steps().size() ? ", where before " + describe(expected, index) : ", past the end");
    }

    private static String describe(Trace trace, int index) {
        TracedStep step = trace.steps().get(index);
        return trace.party(step.party()) + " took the step "
                + step.kind().name().toLowerCase(Locale.ROOT) + " " + trace.resource(step.resource());
    }

    /** Returns the code that took the step that differs, without the simulator's own; empty if that isn't known. */
    public StackTraceElement[] stack() {
        return stack == null
                ? new StackTraceElement[0]
                : Arrays.stream(stack)
                        .filter(frame -> !frame.getClassName().startsWith("dev.ropewalk.sim.engine.")
                                && !frame.getClassName().startsWith("dev.ropewalk.sim.trace.")
                                && !frame.getClassName().startsWith("dev.ropewalk.sim.thread."))
                        .toArray(StackTraceElement[]::new);
    }
}
