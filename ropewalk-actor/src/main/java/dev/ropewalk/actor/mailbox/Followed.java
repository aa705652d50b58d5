package dev.ropewalk.actor.mailbox;

import java.util.concurrent.CompletableFuture;

/** A message whose sender is told, instead of an answer, when the actor takes it up, or that it never will. */
public final class Followed extends Asked {
    public Followed(Object message, CompletableFuture<?> taken) {
        super(message, taken);
    }

    @Override
    public void taken() {
        answer.complete(null);
    }
}
