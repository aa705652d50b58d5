package dev.ropewalk.scheduler.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A spare worker goes to work, or to rest. */
@Name("ropewalk.SpareWorker")
@Label("Spare Worker")
@Description("A spare worker went to work in place of one that is blocked or stuck, or to rest")
@Category({"Ropewalk", "Scheduler"})
@StackTrace(false)
public final class SpareWorkerEvent extends Event {
    @Label("Scheduler")
    String scheduler = "";

    @Label("Worker")
    @Description("Its number within the scheduler")
    int worker;

    @Label("At Work")
    @Description("Whether it went to work, and not to rest")
    boolean working;

    @Label("Spare Workers at Work")
    @Description("How many there are now")
    int atWork;

    /** Records it. The caller catches what fails, and be it to load this class. */
    public static void record(String scheduler, int worker, boolean working, int atWork) {
        SpareWorkerEvent event = new SpareWorkerEvent();
        if (event.shouldCommit()) {
            event.scheduler = scheduler;
            event.worker = worker;
            event.working = working;
            event.atWork = atWork;
            event.commit();
        }
    }
}
