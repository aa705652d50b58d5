package dev.ropewalk.lab.savina;

import dev.ropewalk.actor.Actor;
import dev.ropewalk.actor.ActorContext;
import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.ActorSystem;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;

/**
 * The one actor of a program that is spawned from outside, on Ropewalk; the others are below it.
 *
 * @param <M> the type of its messages
 */
@FunctionalInterface
interface RopewalkRoot<M> {
    /**
     * Makes the root.
     *
     * @param answer to be completed when the program's work is done
     */
    Actor<M> create(ActorContext<M> context, CompletableFuture<String> answer);

    /** Spawns a root, sends it its first message, waits for the answer, and stops the root and with it all the others. */
    static <M> String run(ActorSystem system, M start, RopewalkRoot<M> root)
            throws ExecutionException, InterruptedException {
        var answer = new CompletableFuture<String>();
        ActorRef<M> ref = system.spawn(context -> root.create(context, answer));
        ref.tell(start);
        String result = answer.get();
        system.stop(ref);
        system.whenStopped(ref).get();
        return result;
    }
}
