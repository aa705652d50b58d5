package dev.ropewalk.actor;

import java.util.concurrent.CompletableFuture;

/** A message whose sender waits for an answer, and is told if there will be none. */
final class Asked extends Special {
    final Object message;
    final CompletableFuture<?> answer;

    Asked(Object message, CompletableFuture<?> answer) {
        this.message = message;
        this.answer = answer;
    }

    /** Returns the message itself, as the actor gets it. Throws what a user's function throws that makes it. */
    static Object unwrap(Object sent) {
        Object message = sent instanceof Asked asked ? asked.message : sent;
        return message instanceof Adapted adapted ? adapted.message() : message;
    }

    /** Returns the message as it was sent. */
    static Object original(Object sent) {
        Object message = sent instanceof Asked asked ? asked.message : sent;
        return message instanceof Adapted adapted ? adapted.original : message;
    }
}
