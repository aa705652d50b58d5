package dev.ropewalk.sim.trace;

import dev.ropewalk.sim.Fault;
import dev.ropewalk.sim.engine.StepLog;
import java.util.Locale;

/**
 * A fault of a trace.
 *
 * @param party the number of the party that it struck; {@link StepLog#NO_PARTY} if it struck none
 * @param fault which
 * @param place the name of the place where it struck
 * @param before how many steps the run had taken
 * @param nanos when, in nanoseconds of virtual time
 */
public record TracedFault(int party, Fault fault, String place, int before, long nanos) implements TraceRow {
    @Override
    public int number() {
        return before;
    }

    /** Returns which fault it is and, unless that is the party itself, at which place. */
    @Override
    public String text(Trace trace) {
        String what = "fault: " + fault.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        return party != StepLog.NO_PARTY && place.equals(trace.party(party)) ? what : what + " at " + place;
    }
}
