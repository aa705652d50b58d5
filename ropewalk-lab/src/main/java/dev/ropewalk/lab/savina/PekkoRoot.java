package dev.ropewalk.lab.savina;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Function;
import org.apache.pekko.actor.Actor;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.pattern.Patterns;

/** The one actor of a program that is spawned from outside, on Pekko; the others are below it. */
final class PekkoRoot {
    /** Longer than the lab waits for an iteration. */
    private static final Duration STOP_LIMIT = Duration.ofMinutes(10);

    private PekkoRoot() {}

    /**
     * Spawns a root, sends it its first message, waits for the answer, and stops the root and with it all the others.
     *
     * @param root makes the root, given what it is to complete when the program's work is done
     */
    static String run(ActorSystem system, Object start, Function<CompletableFuture<String>, Actor> root)
            throws ExecutionException, InterruptedException {
        var answer = new CompletableFuture<String>();
        ActorRef ref = system.actorOf(Props.create(Actor.class, () -> root.apply(answer)));
        ref.tell(start, ActorRef.noSender());
        String result = answer.get();
        Patterns.gracefulStop(ref, STOP_LIMIT).toCompletableFuture().get();
        return result;
    }
}
