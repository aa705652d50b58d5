package dev.ropewalk.pipeline.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/** A stage takes long for a batch of events. */
@Name("ropewalk.LongBatch")
@Label("Long Batch")
@Description("A stage took long for a batch of events")
@Category({"Ropewalk", "Pipeline"})
@Threshold("10 ms")
@StackTrace(false)
public final class LongBatchEvent extends Event {
    @Label("Pipeline")
    String pipeline = "";

    @Label("Stage")
    String stage = "";

    @Label("Events")
    @Description("The size of the batch")
    long events;

    /** Returns an event that begins now. The caller catches what fails, and be it to load this class. */
    public static LongBatchEvent begun() {
        LongBatchEvent event = new LongBatchEvent();
        event.begin();
        return event;
    }

    /** Ends an event and records it if it took long enough. */
    public static void end(LongBatchEvent event, String pipeline, String stage, long events) {
        try {
            event.end();
            if (event.shouldCommit()) {
                event.pipeline = pipeline;
                event.stage = stage;
                event.events = events;
                event.commit();
            }
        } catch (Throwable noMemory) {
            return; // the event is lost, and nothing else
        }
    }
}
