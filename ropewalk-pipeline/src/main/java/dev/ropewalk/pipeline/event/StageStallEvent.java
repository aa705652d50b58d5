package dev.ropewalk.pipeline.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/** A stage is held up by a claim that its producer doesn't publish. */
@Name("ropewalk.StageStall")
@Label("Stage Stall")
@Description("A stage was held up by a claim that its producer had not published")
@Category({"Ropewalk", "Pipeline"})
@Threshold("10 ms")
@StackTrace(false)
public final class StageStallEvent extends Event {
    @Label("Pipeline")
    String pipeline = "";

    @Label("Stage")
    String stage = "";

    @Label("Sequence")
    @Description("The number of the event that was claimed")
    long sequence;

    /** Returns an event that begins now. The caller catches what fails, and be it to load this class. */
    public static StageStallEvent begun(long sequence) {
        StageStallEvent event = new StageStallEvent();
        event.sequence = sequence;
        event.begin();
        return event;
    }

    /** Returns whether it is about a sequence. */
    public boolean isAt(long awaited) {
        return sequence == awaited;
    }

    /** Ends an event and records it if it took long enough. */
    public static void end(StageStallEvent event, String pipeline, String stage) {
        try {
            event.end();
            if (event.shouldCommit()) {
                event.pipeline = pipeline;
                event.stage = stage;
                event.commit();
            }
        } catch (Throwable noMemory) {
            return; // the event is lost, and nothing else
        }
    }
}
