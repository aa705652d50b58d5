package dev.ropewalk.channel.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Threshold;

/** A thread waits for a channel, or for the end of a process. */
@Name("ropewalk.ChannelWait")
@Label("Channel Wait")
@Description("A thread waited for a channel, or for the end of a process")
@Category({"Ropewalk", "Channel"})
@Threshold("10 ms")
public final class ChannelWaitEvent extends Event {
    @Label("Operation")
    @Description("What it waited to do, and where")
    String operation = "";

    /** Returns an event that begins now. The caller catches what fails, and be it to load this class. */
    public static ChannelWaitEvent begun() {
        ChannelWaitEvent event = new ChannelWaitEvent();
        event.begin();
        return event;
    }

    /**
     * Ends an event and records it if it took long enough.
     *
     * @param operation what it is called tells what was waited for; asked only if the event is recorded
     */
    public static void end(ChannelWaitEvent event, Object operation) {
        try {
            event.end();
            if (event.shouldCommit()) {
                event.operation = operation.toString();
                event.commit();
            }
        } catch (Throwable noMemory) {
            return; // the event is lost, and nothing else
        }
    }
}
