package dev.ropewalk.pekko;

import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.pekko.actor.ActorRef;
import org.apache.pekko.actor.ActorSystem;
import org.apache.pekko.actor.Props;
import org.apache.pekko.actor.UntypedAbstractActor;

/** An actor of Pekko that runs what it is sent. */
final class Calls extends UntypedAbstractActor {
    private record Call(Supplier<Object> code, CompletableFuture<Object> result) {}

    static ActorRef spawn(ActorSystem system) {
        return system.actorOf(Props.create(Calls.class, Calls::new));
    }

    /** Runs code in an actor. */
    @SuppressWarnings("unchecked") // the code says what it returns
    static <T> CompletableFuture<T> in(ActorRef actor, Supplier<T> code) {
        var result = new CompletableFuture<Object>();
        actor.tell(new Call(code::get, result), ActorRef.noSender());
        return result.thenApply(value -> (T) value);
    }

    @Override
    public void onReceive(Object message) {
        if (message instanceof Call(Supplier<Object> code, CompletableFuture<Object> result)) {
            try {
                result.complete(code.get());
            } catch (Throwable failed) {
                result.completeExceptionally(failed);
            }
        }
    }
}
