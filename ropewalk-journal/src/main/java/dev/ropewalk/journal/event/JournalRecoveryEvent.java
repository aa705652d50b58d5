package dev.ropewalk.journal.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;
import org.jspecify.annotations.Nullable;

/** A journal is recovered after a crash. */
@Name("ropewalk.JournalRecovery")
@Label("Journal Recovery")
@Description("A journal was recovered after a crash")
@Category({"Ropewalk", "Journal"})
@Threshold("0 ms")
@StackTrace(false)
public final class JournalRecoveryEvent extends Event {
    @Label("Journal")
    @Description("Its directory")
    String journal = "";

    @Label("Records")
    @Description("How many were read")
    long records;

    @Label("Cut")
    @Description("Whether a torn end was cut off")
    boolean cut;

    /** Returns an event that begins now; null if there is no memory for one. */
    public static @Nullable JournalRecoveryEvent begun() {
        try {
            JournalRecoveryEvent event = new JournalRecoveryEvent();
            event.begin();
            return event;
        } catch (Throwable noMemory) {
            return null; // the event is lost, and nothing else
        }
    }

    /** Ends an event that has begun, if any, and records it if it took long enough. */
    public static void end(@Nullable JournalRecoveryEvent event, String journal, long records, boolean cut) {
        if (event == null) {
            return;
        }
        try {
            event.end();
            if (event.shouldCommit()) {
                event.journal = journal;
                event.records = records;
                event.cut = cut;
                event.commit();
            }
        } catch (Throwable noMemory) {
            return; // the event is lost, and nothing else
        }
    }
}
