package dev.ropewalk.limit.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A limit has moved. */
@Name("ropewalk.LimitChange")
@Label("Limit Change")
@Description("A limit moved")
@Category({"Ropewalk", "Limit"})
@StackTrace(false)
public final class LimitChangeEvent extends Event {
    @Label("Limiter")
    String limiter = "";

    @Label("Limit")
    @Description("How many permits there are now")
    int limit;

    @Label("Previous Limit")
    int previous;

    /** Records it. The caller catches what fails, and be it to load this class. */
    public static void record(String limiter, int limit, int previous) {
        LimitChangeEvent event = new LimitChangeEvent();
        if (event.shouldCommit()) {
            event.limiter = limiter;
            event.limit = limit;
            event.previous = previous;
            event.commit();
        }
    }
}
