package dev.ropewalk.actor.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** An actor has failed; its parent has decided what becomes of it. */
@Name("ropewalk.ActorFailure")
@Label("Actor Failure")
@Description("An actor failed, and its parent decided what becomes of it")
@Category({"Ropewalk", "Actor"})
@StackTrace(false)
public final class ActorFailureEvent extends Event {
    @Label("Actor")
    @Description("Its path")
    String actor = "";

    @Label("Failure")
    @Description("The class of what was thrown")
    String failure = "";

    @Label("Message")
    String failureMessage = "";

    @Label("Directive")
    @Description("What its parent decided")
    String directive = "";

    /** Records it. The caller catches what fails, and be it to load this class. */
    public static void record(String actor, Throwable failure, String directive) {
        ActorFailureEvent event = new ActorFailureEvent();
        if (event.shouldCommit()) {
            event.actor = actor;
            event.failure = failure.getClass().getName();
            event.failureMessage = String.valueOf(failure.getMessage());
            event.directive = directive;
            event.commit();
        }
    }
}
