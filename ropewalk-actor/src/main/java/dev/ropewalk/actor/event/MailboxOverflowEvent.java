package dev.ropewalk.actor.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A full mailbox drops messages. There is one at once, and then one in five seconds. */
@Name("ropewalk.MailboxOverflow")
@Label("Mailbox Overflow")
@Description("A full mailbox dropped messages; told at once, and then every five seconds")
@Category({"Ropewalk", "Actor"})
@StackTrace(false)
public final class MailboxOverflowEvent extends Event {
    @Label("Actor")
    @Description("Its path")
    String actor = "";

    @Label("Dropped")
    @Description("How many messages since the last event")
    long dropped;

    @Label("Dropped in All")
    @Description("How many messages since the actor began")
    long total;

    /** Records it. The caller catches what fails, and be it to load this class. */
    public static void record(String actor, long dropped, long total) {
        MailboxOverflowEvent event = new MailboxOverflowEvent();
        if (event.shouldCommit()) {
            event.actor = actor;
            event.dropped = dropped;
            event.total = total;
            event.commit();
        }
    }
}
