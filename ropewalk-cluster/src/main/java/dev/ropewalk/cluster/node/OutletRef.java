package dev.ropewalk.cluster.node;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.SendInterruptedException;
import dev.ropewalk.actor.cell.CellSystem;
import dev.ropewalk.actor.cell.Question;
import dev.ropewalk.cluster.entity.Elsewhere;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A ref whose messages go through an {@link Outlet}. A message is encoded by its sender: what can't be sent is told there.
 *
 * @param <M> the type of the messages
 */
abstract class OutletRef<M> implements Elsewhere<M> {
    final OutletHost host;

    OutletRef(OutletHost host) {
        this.host = host;
    }

    /** Returns where messages leave. */
    abstract Outlet outlet();

    /** Encodes a message. */
    abstract Outgoing outgoing(M message, @Nullable CompletableFuture<?> answer);

    @Override
    public final void tell(M message) {
        Objects.requireNonNull(message, "message");
        send(outgoing(message, null));
    }

    private void send(Outgoing message) {
        if (isRefused(message)) {
            return;
        }
        boolean isSent = entered(actor -> {
            actor.tell(message);
            return true;
        });
        if (!isSent) {
            boolean ignored = isRefused(message);
        }
    }

    /** Returns whether this node is closed; the message is lost then. */
    private boolean isRefused(Outgoing message) {
        return host.isClosed() && host.refuse(message);
    }

    @Override
    public final boolean tryTell(M message) {
        Objects.requireNonNull(message, "message");
        Outgoing sent = outgoing(message, null);
        return !host.isClosed() && entered(actor -> actor.tryTell(sent));
    }

    @Override
    public final boolean tell(M message, Duration timeout) {
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(timeout, "timeout");
        Outgoing sent = outgoing(message, null);
        return !host.isClosed() && entered(actor -> actor.tell(sent, timeout));
    }

    /** Sends to the actor of the outlet; counts the message as pending there only if that is so. */
    private boolean entered(Predicate<ActorRef<Outgoing>> send) {
        Outlet outlet = outlet();
        outlet.enter();
        boolean isSent = false;
        try {
            isSent = send.test(outlet.actor());
        } catch (IllegalStateException closing) {
            if (!host.isClosed()) {
                throw closing;
            }
        } finally {
            if (!isSent) {
                outlet.leave();
            }
        }
        return isSent;
    }

    @Override
    public final CompletableFuture<Void> tellAsync(M message) {
        Objects.requireNonNull(message, "message");
        Outgoing sent = outgoing(message, null);
        if (isRefused(sent)) {
            return CompletableFuture.completedFuture(null);
        }
        var end = new AtomicReference<>(CompletableFuture.<Void>completedFuture(null));
        boolean isSent = entered(actor -> {
            end.set(actor.tellAsync(sent));
            return true;
        });
        if (!isSent) {
            boolean ignored = isRefused(sent);
        }
        return Objects.requireNonNull(end.get());
    }

    @Override
    public final <R> CompletableFuture<R> ask(Function<? super ActorRef<R>, ? extends M> message, Duration timeout) {
        return ask(Question.of((CellSystem) host.system(), path(), message, timeout));
    }

    @Override
    @SuppressWarnings("unchecked") // the question is a message of this type
    public final <R> CompletableFuture<R> ask(Question<R> question) {
        CompletableFuture<R> answer = question.answer();
        try {
            send(outgoing((M) question.message(), answer));
        } catch (SendInterruptedException interrupted) {
            answer.completeExceptionally(interrupted);
        }
        return answer;
    }

    @Override
    public final String toString() {
        return getClass().getSimpleName() + "[" + path() + "]";
    }
}
