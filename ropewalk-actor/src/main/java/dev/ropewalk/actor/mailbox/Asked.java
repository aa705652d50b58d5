package dev.ropewalk.actor.mailbox;

import dev.ropewalk.actor.supervision.InternalMessage;
import dev.ropewalk.base.CarriedContext;
import dev.ropewalk.base.Envelope;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** A message whose sender waits for an answer, and is told if there will be none. */
public class Asked extends InternalMessage implements Envelope {
    public final Object message;
    public final CompletableFuture<?> answer;

    public Asked(Object message, CompletableFuture<?> answer) {
        this.message = message;
        this.answer = answer;
    }

    /** Called when the actor takes this up, more than once if it puts it aside; returns whether it is to be handled. */
    public boolean take() {
        return true;
    }

    @Override
    public final Object content() {
        return original(this);
    }

    @Override
    public final @Nullable CarriedContext context() {
        return contextOf(message);
    }

    /** Returns the question as text; one whose own text can't be made, by its class. The answer comes in any case. */
    public final String text() {
        Object question = original(this);
        try {
            return question.toString();
        } catch (Throwable ofUser) {
            return "a " + question.getClass().getName();
        }
    }

    /** Returns the message itself, as the actor gets it. Throws what a user's function throws that makes it. */
    public static Object unwrap(Object sent) {
        Object message = messageOf(sent);
        return message instanceof Adapted adapted ? adapted.message() : message;
    }

    /** Returns the message as it was sent. */
    public static Object original(Object sent) {
        Object message = messageOf(sent);
        return message instanceof Adapted adapted ? adapted.original : message;
    }

    private static Object messageOf(Object sent) {
        Object message = sent instanceof Asked asked ? asked.message : sent;
        return message instanceof Carried carried ? carried.message : message;
    }
}
