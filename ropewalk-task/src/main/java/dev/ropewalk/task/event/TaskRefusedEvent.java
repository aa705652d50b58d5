package dev.ropewalk.task.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A bounded executor does not run a task. */
@Name("ropewalk.TaskRefused")
@Label("Task Refused")
@Description("A bounded executor refused a task, or dropped it")
@Category({"Ropewalk", "Task"})
@StackTrace(false)
public final class TaskRefusedEvent extends Event {
    @Label("Executor")
    String executor = "";

    @Label("Task")
    @Description("Its class")
    String task = "";

    /** Records it. The caller catches what fails, and be it to load this class. */
    public static void record(String executor, String task) {
        TaskRefusedEvent event = new TaskRefusedEvent();
        if (event.shouldCommit()) {
            event.executor = executor;
            event.task = task;
            event.commit();
        }
    }
}
