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

    /** Returns the message itself. */
    static Object unwrap(Object sent) {
        return sent instanceof Asked asked ? asked.message : sent;
    }
}
