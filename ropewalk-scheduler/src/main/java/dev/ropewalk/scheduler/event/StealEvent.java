package dev.ropewalk.scheduler.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Enabled;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A worker has taken work from another one. Off unless asked for: there may be a million a second. */
@Name("ropewalk.Steal")
@Label("Steal")
@Description("A worker took work from another one")
@Category({"Ropewalk", "Scheduler"})
@Enabled(false)
@StackTrace(false)
public final class StealEvent extends Event {
    @Label("Scheduler")
    String scheduler = "";

    @Label("Worker")
    @Description("The one that took it")
    int worker;

    @Label("Victim")
    @Description("The worker from which it was taken")
    int victim;

    /** Records it. The caller catches what fails, and be it to load this class. */
    public static void record(String scheduler, int worker, int victim) {
        StealEvent event = new StealEvent();
        if (event.shouldCommit()) {
            event.scheduler = scheduler;
            event.worker = worker;
            event.victim = victim;
            event.commit();
        }
    }
}
