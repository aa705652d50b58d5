package dev.ropewalk.scheduler.event;

import dev.ropewalk.base.ContextPart;
import dev.ropewalk.base.Envelope;
import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;
import jdk.jfr.Threshold;

/** A task, a message or a virtual thread holds its worker for long. Its duration is that of the hold. */
@Name("ropewalk.LongTask")
@Label("Long Task")
@Description("A task, a message or a virtual thread held its worker for long")
@Category({"Ropewalk", "Scheduler"})
@Threshold("10 ms")
@StackTrace(false)
public final class LongTaskEvent extends Event {
    @Label("Scheduler")
    String scheduler = "";

    @Label("Worker")
    @Description("Its number within the scheduler")
    int worker;

    @Label("Task")
    @Description("The class of the task, or of the message")
    String task = "";

    @Label("Part")
    @Description("The path of the actor or the name of the part whose code it was; empty if it isn't known")
    String part = "";

    /** Returns an event that begins now. The caller catches what fails, and be it to load this class. */
    public static LongTaskEvent begun() {
        LongTaskEvent event = new LongTaskEvent();
        event.begin();
        return event;
    }

    /**
     * Ends an event and records it if it took long enough.
     *
     * @param runner what ran the task: the handler of a message, or the task itself
     * @param task the task or the message
     */
    public static void end(LongTaskEvent event, String scheduler, int worker, Object runner, Object task) {
        try {
            event.end();
            if (event.shouldCommit()) {
                event.scheduler = scheduler;
                event.worker = worker;
                event.task = sent(task).getClass().getName();
                event.part = runner instanceof ContextPart part ? part.contextName() : "";
                event.commit();
            }
        } catch (Throwable noMemory) {
            return; // the event is lost, and nothing else
        }
    }

    private static Object sent(Object task) {
        return task instanceof Envelope envelope ? envelope.content() : task;
    }
}
