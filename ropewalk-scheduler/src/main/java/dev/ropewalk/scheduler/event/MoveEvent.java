package dev.ropewalk.scheduler.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A strand or a virtual thread has got another home. Off unless asked for: there may be a million a second. */
@Name("ropewalk.Move")
@Label("Move")
@Description("A strand or a virtual thread got another home")
@Category({"Ropewalk", "Scheduler"})
@Enabled(false)
@StackTrace(false)
public final class MoveEvent extends Event {
    @Label("Worker")
    @Description("The new home: its number within the scheduler; its thread is the event's")
    int worker;

    /** Records it. The caller catches what fails, and be it to load this class. */
    public static void record(int worker) {
        MoveEvent event = new MoveEvent();
        if (event.shouldCommit()) {
            event.worker = worker;
            event.commit();
        }
    }
}
