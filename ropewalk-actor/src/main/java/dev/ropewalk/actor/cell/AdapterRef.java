package dev.ropewalk.actor.cell;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.mailbox.Adapted;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * A ref to an actor for senders whose messages are of another type.
 *
 * @param <U> the type of their messages
 */
final class AdapterRef<U> implements ActorRef<U> {
    private final Cell<Object> target;
    private final Function<? super U, ?> adapt;

    @SuppressWarnings("unchecked") // the function makes what the actor takes
    AdapterRef(Cell<?> target, Function<? super U, ?> adapt) {
        this.target = (Cell<Object>) target;
        this.adapt = Objects.requireNonNull(adapt, "adapt");
    }

    Cell<?> target() {
        return target;
    }

    private Adapted adapted(U message) {
        return new Adapted(message, adapt);
    }

    @Override
    public void tell(U message) {
        target.tell(adapted(message));
    }

    @Override
    public boolean tryTell(U message) {
        return target.tryTell(adapted(message));
    }

    @Override
    public boolean tell(U message, Duration timeout) {
        return target.tell(adapted(message), timeout);
    }

    @Override
    public CompletableFuture<Void> tellAsync(U message) {
        return target.tellAsync(adapted(message));
    }

    CompletableFuture<?> tellFollowed(U message) {
        return target.tellFollowed(adapted(message));
    }

    CompletableFuture<?> askFollowed(U question, CompletableFuture<?> answer) {
        return target.askFollowed(adapted(question), answer);
    }

    void tellPastMailbox(U message) {
        target.deliver(target.withContext(adapted(message)));
    }

    @Override
    public <R> CompletableFuture<R> ask(Function<? super ActorRef<R>, ? extends U> message, Duration timeout) {
        Objects.requireNonNull(message, "message");
        return target.ask(replyTo -> adapted(message.apply(replyTo)), timeout);
    }

    @Override
    public String path() {
        return target.path();
    }

    @Override
    public String toString() {
        return "ActorRef[" + path() + ", adapted]";
    }
}
