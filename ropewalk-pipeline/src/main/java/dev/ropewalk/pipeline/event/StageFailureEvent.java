package dev.ropewalk.pipeline.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A handler has failed. */
@Name("ropewalk.StageFailure")
@Label("Stage Failure")
@Description("The handler of a stage failed")
@Category({"Ropewalk", "Pipeline"})
@StackTrace(false)
public final class StageFailureEvent extends Event {
    @Label("Pipeline")
    String pipeline = "";

    @Label("Stage")
    String stage = "";

    @Label("Sequence")
    @Description("The number of the event")
    long sequence;

    @Label("Failure")
    @Description("The class of what was thrown")
    String failure = "";

    @Label("Action")
    @Description("What becomes of the event")
    String action = "";

    /** Records it. The caller catches what fails, and be it to load this class. */
    public static void record(String pipeline, String stage, long sequence, String failure, String action) {
        StageFailureEvent event = new StageFailureEvent();
        if (event.shouldCommit()) {
            event.pipeline = pipeline;
            event.stage = stage;
            event.sequence = sequence;
            event.failure = failure;
            event.action = action;
            event.commit();
        }
    }
}
