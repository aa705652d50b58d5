package dev.ropewalk.sim.trace;

import dev.ropewalk.sim.engine.StepLog;
import java.util.ArrayList;
import java.util.List;

/** A row of a trace as people see it: equal steps, or a fault. */
sealed interface TraceRow permits StepGroup, TracedFault {
    /** Returns the number of the party, or {@link StepLog#NO_PARTY}. */
    int party();

    /** Returns when it began, in nanoseconds of virtual time. */
    long nanos();

    /** Returns how many steps the run had taken before. */
    int before();

    /** Returns the number of its first step, from 1; of a fault, of the step in whose course it struck. */
    int number();

    /** Returns what happened. */
    String text(Trace trace);

    /** Returns all rows of a trace, in order. Steps before and after a fault are never in one row. */
    static List<TraceRow> of(Trace trace) {
        List<TraceRow> rows = new ArrayList<>();
        int shown = 0;
        for (TracedFault fault : trace.faults()) {
            rows.addAll(StepGroup.of(trace.steps(), shown, fault.before()));
            rows.add(fault);
            shown = fault.before();
        }
        rows.addAll(StepGroup.of(trace.steps(), shown, trace.steps().size()));
        return rows;
    }
}
