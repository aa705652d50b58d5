package dev.ropewalk.actor.mailbox;

import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A message whose sender hears when it was handled, or that it never will. It is for actors that are given their messages, not for those that receive them in a thread of their own.
 *
 * <p>It was handled when the actor's code has returned or thrown, and the pauses that it began are over. While it is in the stash it isn't. One that is dropped
 * becomes no dead letter: its sender sends it again. One that the actor's own code throws out of the stash counts as handled.
 */
public abstract class Tracked extends Asked {
    private static final CompletableFuture<Void> NOBODY = CompletableFuture.completedFuture(null);

    protected Tracked(Object message) {
        super(message, NOBODY);
    }

    /**
     * The actor has handled this; called by the actor.
     *
     * @param failure what its code has thrown; null if it hasn't
     */
    public abstract void handled(@Nullable Throwable failure);

    /** The actor won't handle this, or not to the end; any thread may call it. */
    public abstract void dropped(Throwable why);
}
