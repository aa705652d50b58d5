package dev.ropewalk.journal.event;

import jdk.jfr.Category;
import jdk.jfr.DataAmount;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import org.jspecify.annotations.Nullable;

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

    /** Returns an event that begins now; null if there is no memory for one. */
    public static @Nullable JournalForceEvent begun() {
        try {
            JournalForceEvent event = new JournalForceEvent();
            event.begin();
            return event;
        } catch (Throwable noMemory) {
            return null; // the event is lost, and nothing else
        }
    }

    /** Ends an event that has begun, if any, and records it if it took long enough. */
    public static void end(@Nullable JournalForceEvent event, long segment, long bytes) {
        if (event == null) {
            return;
        }
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
