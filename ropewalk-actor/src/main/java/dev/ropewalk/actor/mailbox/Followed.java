package dev.ropewalk.actor.mailbox;

import java.util.concurrent.CompletableFuture;

/** A message whose sender is told when the actor takes it up, or that it never will; of a question also if it fails afterwards. */
public final class Followed extends Asked {
    private final CompletableFuture<?> taken;

    public Followed(Object message, CompletableFuture<?> taken) {
        this(message, taken, taken);
    }

    /** Makes a question. */
    public Followed(Object message, CompletableFuture<?> taken, CompletableFuture<?> answer) {
        super(message, answer);
        this.taken = taken;
    }

    @Override
    public boolean take() {
        taken.complete(null);
        return true;
    }
}
