package dev.ropewalk.actor.mailbox;

import dev.ropewalk.actor.supervision.InternalMessage;
import dev.ropewalk.base.CarriedContext;
import dev.ropewalk.base.Envelope;
import org.jspecify.annotations.Nullable;

/** A message with the context of its sender. A question stands around it, something that is yet to be adapted within. */
public final class Carried extends InternalMessage implements Envelope {
    final Object message;
    private final CarriedContext context;

    private Carried(Object message, CarriedContext context) {
        this.message = message;
        this.context = context;
    }

    /** Returns what is to be sent: the message alone if there is no context. */
    public static Object of(Object message, @Nullable CarriedContext context) {
        return context == null ? message : new Carried(message, context);
    }

    @Override
    public Object content() {
        return Asked.original(this);
    }

    @Override
    public CarriedContext context() {
        return context;
    }
}
