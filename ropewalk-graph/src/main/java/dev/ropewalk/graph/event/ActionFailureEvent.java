package dev.ropewalk.graph.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** An action of a graph has failed, and isn't tried again. */
@Name("ropewalk.ActionFailure")
@Label("Action Failure")
@Description("An action of a graph failed, and is not tried again")
@Category({"Ropewalk", "Graph"})
@StackTrace(false)
public final class ActionFailureEvent extends Event {
    @Label("Run")
    @Description("What it is called; empty if it has no name")
    String run = "";

    @Label("Action")
    String action = "";

    @Label("Failure")
    @Description("The class of what was thrown")
    String failure = "";

    @Label("Message")
    String failureMessage = "";

    @Label("Attempts")
    @Description("How often it was tried")
    int attempts;

    /** Records it. The caller catches what fails, and be it to load this class. */
    public static void record(String run, String action, Throwable failure, int attempts) {
        ActionFailureEvent event = new ActionFailureEvent();
        if (event.shouldCommit()) {
            event.run = run;
            event.action = action;
            event.failure = failure.getClass().getName();
            event.failureMessage = String.valueOf(failure.getMessage());
            event.attempts = attempts;
            event.commit();
        }
    }
}
