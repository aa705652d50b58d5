package dev.ropewalk.actor.mailbox;

import dev.ropewalk.actor.supervision.InternalMessage;
import dev.ropewalk.base.Envelope;
import java.util.Objects;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Something that becomes a message of the actor when that comes to it: so that the user's function runs in the actor's own code,
 * and what it throws is the actor's failure. Only a mailbox that orders or chooses looks earlier, in the sender's thread.
 */
public final class Adapted extends InternalMessage implements Envelope {
    /** What was sent. */
    final Object original;

    private final Function<Object, ?> adapt;
    private volatile @Nullable Object message;

    @SuppressWarnings("unchecked") // the function takes what is sent with it
    public <U> Adapted(U original, Function<? super U, ?> adapt) {
        this.original = Objects.requireNonNull(original, "message");
        this.adapt = (Function<Object, ?>) adapt;
    }

    @Override
    public Object content() {
        return original;
    }

    /** Returns the message; the function is called once, unless two threads look at the same time. */
    public Object message() {
        Object made = message;
        if (made == null) {
            made = Objects.requireNonNull(
                    adapt.apply(original), () -> "a function that adapts messages returned null for " + original);
            message = made;
        }
        return made;
    }
}
