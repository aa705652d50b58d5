package dev.ropewalk.graph.run;

import dev.ropewalk.base.FlightRecorderState;
import dev.ropewalk.graph.event.ActionFailureEvent;
import dev.ropewalk.graph.event.GraphRunEvent;
import dev.ropewalk.graph.plan.GraphPlan;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What Flight Recorder is told of a run. Nothing fails here: an event for which there is no memory is lost, and the run goes on. */
final class RunRecording {
    private final String run;
    private final GraphPlan plan;
    private final @Nullable GraphRunEvent event = FlightRecorderState.isUsed() ? beginEvent() : null;

    /**
     * Begins it.
     *
     * @param run what the run is called
     */
    RunRecording(String run, GraphPlan plan) {
        this.run = run;
        this.plan = plan;
    }

    private static @Nullable GraphRunEvent beginEvent() {
        try {
            return GraphRunEvent.begun();
        } catch (Throwable noMemory) {
            return null; // the event is lost, and nothing else
        }
    }

    /** Records that an action has failed. */
    void failed(int action, Slots.Failure failure) {
        if (FlightRecorderState.isUsed()) {
            record(action, failure);
        }
    }

    private void record(int action, Slots.Failure failure) {
        try {
            ActionFailureEvent.record(run, plan.action(action).name(), failure.error(), failure.attempts());
        } catch (Throwable lost) {
            return; // for want of memory, or by what the failure's message throws
        }
    }

    /** Ends it, with what the run counts then. */
    void end(Slots slots) {
        if (event == null) {
            return;
        }
        try {
            GraphRunEvent.end(event, run, plan, slots.snapshot(Map.of(), true));
        } catch (Throwable noMemory) {
            return; // the event is lost, and nothing else
        }
    }
}
