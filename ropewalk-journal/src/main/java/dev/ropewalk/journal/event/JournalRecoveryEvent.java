package dev.ropewalk.journal.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

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

    /** Returns an event that begins now. The caller catches what fails, and be it to load this class. */
    public static JournalRecoveryEvent begun() {
        JournalRecoveryEvent event = new JournalRecoveryEvent();
        event.begin();
        return event;
    }

    /** Ends an event and records it if it took long enough. */
    public static void end(JournalRecoveryEvent event, String journal, long records, boolean cut) {
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
