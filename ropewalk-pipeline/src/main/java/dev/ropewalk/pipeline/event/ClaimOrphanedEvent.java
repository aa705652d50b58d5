package dev.ropewalk.pipeline.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A claim was open when the thread of its producer ended, and is given up. */
@Name("ropewalk.ClaimOrphaned")
@Label("Claim Orphaned")
@Description("A claim was open when its thread ended; it was given up")
@Category({"Ropewalk", "Pipeline"})
@StackTrace(false)
public final class ClaimOrphanedEvent extends Event {
    @Label("Pipeline")
    String pipeline = "";

    /** Records it. The caller catches what fails, and be it to load this class. */
    public static void record(String pipeline) {
        ClaimOrphanedEvent event = new ClaimOrphanedEvent();
        if (event.shouldCommit()) {
            event.pipeline = pipeline;
            event.commit();
        }
    }
}
