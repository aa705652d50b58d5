package dev.ropewalk.scheduler.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Threshold;

/** A thread waits for a permit, a grant, room in a queue, or the end of something. */
@Name("ropewalk.Wait")
@Label("Wait")
@Description("A thread waited for a permit, a grant, room in a queue, or the end of something")
@Category({"Ropewalk", "Scheduler"})
@Threshold("10 ms")
public final class WaitEvent extends Event {
    @Label("Purpose")
    @Description("What it waited for")
    String purpose = "";

    @Label("Granted")
    @Description("Whether it got that, and did not give up")
    boolean granted;

    /** Returns an event that begins now. The caller catches what fails, and be it to load this class. */
    public static WaitEvent begun() {
        WaitEvent event = new WaitEvent();
        event.begin();
        return event;
    }

    /** Ends an event and records it if it took long enough. */
    public static void end(WaitEvent event, String purpose, boolean granted) {
        try {
            event.end();
            if (event.shouldCommit()) {
                event.purpose = purpose;
                event.granted = granted;
                event.commit();
            }
        } catch (Throwable noMemory) {
            return; // the event is lost, and nothing else
        }
    }
}
