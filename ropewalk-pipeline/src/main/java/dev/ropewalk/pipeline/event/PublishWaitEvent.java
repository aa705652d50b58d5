package dev.ropewalk.pipeline.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Threshold;

/** A producer waits for room in a full ring. */
@Name("ropewalk.PublishWait")
@Label("Publish Wait")
@Description("A producer waited for room in a full ring")
@Category({"Ropewalk", "Pipeline"})
@Threshold("10 ms")
public final class PublishWaitEvent extends Event {
    @Label("Pipeline")
    String pipeline = "";

    @Label("Places")
    @Description("How many it asked for")
    int places;

    /** Returns an event that begins now. The caller catches what fails, and be it to load this class. */
    public static PublishWaitEvent begun() {
        PublishWaitEvent event = new PublishWaitEvent();
        event.begin();
        return event;
    }

    /** Ends an event and records it if it took long enough. */
    public static void end(PublishWaitEvent event, String pipeline, int places) {
        try {
            event.end();
            if (event.shouldCommit()) {
                event.pipeline = pipeline;
                event.places = places;
                event.commit();
            }
        } catch (Throwable noMemory) {
            return; // the event is lost, and nothing else
        }
    }
}
