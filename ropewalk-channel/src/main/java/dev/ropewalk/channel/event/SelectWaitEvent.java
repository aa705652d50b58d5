package dev.ropewalk.channel.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Threshold;
import org.jspecify.annotations.Nullable;

/** A thread waits in a select. */
@Name("ropewalk.SelectWait")
@Label("Select Wait")
@Description("A thread waited in a select")
@Category({"Ropewalk", "Channel"})
@Threshold("10 ms")
public final class SelectWaitEvent extends Event {
    @Label("Operations")
    @Description("What it waited to do, and where")
    String operations = "";

    @Label("Chosen")
    @Description("The operation that was chosen; empty if the thread gave up")
    String chosen = "";

    /** Returns an event that begins now. The caller catches what fails, and be it to load this class. */
    public static SelectWaitEvent begun() {
        SelectWaitEvent event = new SelectWaitEvent();
        event.begin();
        return event;
    }

    /**
     * Ends an event and records it if it took long enough.
     *
     * @param operations what it is called tells what was waited for; asked only if the event is recorded
     * @param chosen the same of what was chosen; null if nothing was
     */
    public static void end(SelectWaitEvent event, Object operations, @Nullable Object chosen) {
        try {
            event.end();
            if (event.shouldCommit()) {
                event.operations = operations.toString();
                event.chosen = chosen == null ? "" : chosen.toString();
                event.commit();
            }
        } catch (Throwable noMemory) {
            return; // the event is lost, and nothing else
        }
    }
}
