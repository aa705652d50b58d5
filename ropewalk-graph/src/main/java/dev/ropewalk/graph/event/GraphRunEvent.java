package dev.ropewalk.graph.event;

import dev.ropewalk.graph.GraphSnapshot;
import dev.ropewalk.graph.plan.GraphPlan;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import jdk.jfr.Timespan;

/** A graph runs. */
@Name("ropewalk.GraphRun")
@Label("Graph Run")
@Description("A graph ran from its start until all of its actions had ended")
@Category({"Ropewalk", "Graph"})
@Threshold("10 ms")
@StackTrace(false)
public final class GraphRunEvent extends Event {
    @Label("Run")
    @Description("What it is called; empty if it has no name")
    String run = "";

    @Label("Actions")
    int actions;

    @Label("Succeeded")
    @Description("How many actions")
    int succeeded;

    @Label("Failed")
    @Description("How many actions")
    int failed;

    @Label("Skipped")
    @Description("How many actions that depend on failed ones")
    int skipped;

    @Label("Cancelled")
    @Description("How many actions")
    int cancelled;

    @Label("Estimated Critical Path")
    @Description("How long the longest path was expected to take, by the estimates of its actions; it isn't measured")
    @Timespan(Timespan.NANOSECONDS)
    long criticalPath;

    /** Returns an event that begins now. The caller catches what fails, and be it to load this class. */
    public static GraphRunEvent begun() {
        GraphRunEvent event = new GraphRunEvent();
        event.begin();
        return event;
    }

    /** Ends an event and records it if it took long enough. */
    public static void end(GraphRunEvent event, String run, GraphPlan plan, GraphSnapshot counts) {
        try {
            event.end();
            if (event.shouldCommit()) {
                event.run = run;
                event.actions = counts.actions();
                event.succeeded = counts.succeeded();
                event.failed = counts.failed();
                event.skipped = counts.skipped();
                event.cancelled = counts.cancelled();
                event.criticalPath = plan.criticalPathNanos();
                event.commit();
            }
        } catch (Throwable noMemory) {
            return; // the event is lost, and nothing else
        }
    }
}
