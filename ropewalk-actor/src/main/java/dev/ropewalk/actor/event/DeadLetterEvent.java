package dev.ropewalk.actor.event;

import jdk.jfr.Category;
import jdk.jfr.Description;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** A message has come to nobody. */
@Name("ropewalk.DeadLetter")
@Label("Dead Letter")
@Description("A message that no actor handles")
@Category({"Ropewalk", "Actor"})
@StackTrace(false)
public final class DeadLetterEvent extends Event {
    @Label("Recipient")
    @Description("The path of the actor that it was for")
    String recipient = "";

    @Label("Message")
    @Description("Its class")
    String message = "";

    @Label("Reason")
    String reason = "";

    /** Records it. The caller catches what fails, and be it to load this class. */
    public static void record(String recipient, String message, String reason) {
        DeadLetterEvent event = new DeadLetterEvent();
        if (event.shouldCommit()) {
            event.recipient = recipient;
            event.message = message;
            event.reason = reason;
            event.commit();
        }
    }
}
