package dev.ropewalk.journal.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** An appender goes on to the next segment. */
@Name("ropewalk.SegmentRoll")
@Label("Segment Roll")
@Description("An appender went on to the next segment")
@Category({"Ropewalk", "Journal"})
@StackTrace(false)
public final class SegmentRollEvent extends Event {
    @Label("Segment")
    @Description("The number of the one that ended")
    long segment;

    @Label("Records")
    @Description("How many that one has")
    long records;

    /** Records it. The caller catches what fails, and be it to load this class. */
    public static void record(long segment, long records) {
        SegmentRollEvent event = new SegmentRollEvent();
        if (event.shouldCommit()) {
            event.segment = segment;
            event.records = records;
            event.commit();
        }
    }
}
