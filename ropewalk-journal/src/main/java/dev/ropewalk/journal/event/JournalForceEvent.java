package dev.ropewalk.journal.event;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/** Bytes of a segment are forced to the disk. */
@Name("ropewalk.JournalForce")
@Label("Journal Force")
@Description("Bytes of a segment were forced to the disk")
@Category({"Ropewalk", "Journal"})
@Threshold("20 ms")
@StackTrace(false)
public final class JournalForceEvent extends Event {
    @Label("Segment")
    @Description("Its number")
    long segment;

    @Label("Bytes")
    @DataAmount
    long bytes;

    /** Returns an event that begins now. The caller catches what fails, and be it to load this class. */
    public static JournalForceEvent begun() {
        JournalForceEvent event = new JournalForceEvent();
        event.begin();
        return event;
    }

    /** Ends an event and records it if it took long enough. */
    public static void end(JournalForceEvent event, long segment, long bytes) {
        try {
            event.end();
            if (event.shouldCommit()) {
                event.segment = segment;
                event.bytes = bytes;
                event.commit();
            }
        } catch (Throwable noMemory) {
            return; // the event is lost, and nothing else
        }
    }
}
