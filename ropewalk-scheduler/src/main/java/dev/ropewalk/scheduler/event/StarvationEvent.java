package dev.ropewalk.scheduler.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** Every worker of a scheduler is blocked or stuck while work waits. */
@Name("ropewalk.Starvation")
@Label("Starvation")
@Description("Every worker was blocked, or held by one task, while work waited")
@Category({"Ropewalk", "Scheduler"})
@StackTrace(false)
public final class StarvationEvent extends Event {
    @Label("Scheduler")
    String scheduler = "";

    @Label("Spare Worker Added")
    boolean spareAdded;

    /** Records it. The caller catches what fails, and be it to load this class. */
    public static void record(String scheduler, boolean spareAdded) {
        StarvationEvent event = new StarvationEvent();
        if (event.shouldCommit()) {
            event.scheduler = scheduler;
            event.spareAdded = spareAdded;
            event.commit();
        }
    }
}
