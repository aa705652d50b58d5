package dev.ropewalk.channel.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A scope of processes has failed, and cancels those that run. */
@Name("ropewalk.ScopeFailed")
@Label("Scope Failed")
@Description("A scope of processes failed, and its processes were cancelled")
@Category({"Ropewalk", "Channel"})
@StackTrace(false)
public final class ScopeFailedEvent extends Event {
    @Label("Scope")
    String scope = "";

    @Label("Failure")
    @Description("The class of what was thrown")
    String failure = "";

    @Label("Deadlock")
    @Description("Whether all of its processes waited for each other")
    boolean deadlock;

    /** Records it. The caller catches what fails, and be it to load this class. */
    public static void record(String scope, String failure, boolean deadlock) {
        ScopeFailedEvent event = new ScopeFailedEvent();
        if (event.shouldCommit()) {
            event.scope = scope;
            event.failure = failure;
            event.deadlock = deadlock;
            event.commit();
        }
    }
}
