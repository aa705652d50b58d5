package dev.ropewalk.cluster.node;

import dev.ropewalk.actor.ActorRef;
import dev.ropewalk.actor.AskTimeoutException;
import dev.ropewalk.actor.SendInterruptedException;
import dev.ropewalk.actor.cell.CellSystem;
import dev.ropewalk.actor.cell.LocalRef;
import dev.ropewalk.actor.cell.Question;
import dev.ropewalk.cluster.MessageLoss.Reason;
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

    /** Encodes a message, or a question that waits for an answer. */
    final byte[] encoded(byte[] head, M message, @Nullable CompletableFuture<?> answer) {
        return host.encoders().encode(answer == null ? head : host.questions().head(answer, head), message);
    }

    @Override
    public final void tell(M message) {
        Objects.requireNonNull(message, "message");
        send(outgoing(message, null));
    }

    private void send(Outgoing message) {
        if (isGone()) {
            refuse(message);
            return;
        }
        Outlet outlet = outlet();
        boolean isSent = outlet.trySend(message)
                || entered(outlet, actor -> {
                    actor.tell(message);
                    return true;
                });
        if (!isSent) {
            outlet.refuse(message);
        }
    }

    /** Returns whether it is known that nothing can come there any more. */
    boolean isGone() {
        return false;
    }

    /** Makes a loss of a message to what is gone. */
    void refuse(Outgoing message) {
        host.lost(message, Reason.NODE_GONE);
    }

    @Override
    public final boolean tryTell(M message) {
        Objects.requireNonNull(message, "message");
        Outgoing sent = outgoing(message, null);
        return !isGone() && (outlet().trySend(sent) || entered(outlet(), actor -> actor.tryTell(sent)));
    }

    @Override
    public final boolean tell(M message, Duration timeout) {
        Objects.requireNonNull(message, "message");
        Objects.requireNonNull(timeout, "timeout");
        Outgoing sent = outgoing(message, null);
        return !isGone() && (outlet().trySend(sent) || entered(outlet(), actor -> actor.tell(sent, timeout)));
    }

    /** Sends to the actor of an outlet, and counts the message as pending there only if that is so; returns false if the outlet is closed, too. */
    private static boolean entered(Outlet outlet, Predicate<ActorRef<Outgoing>> send) {
        outlet.enter();
        boolean isSent = false;
        try {
            isSent = !outlet.isClosed() && send.test(outlet.actor());
        } catch (IllegalStateException closing) {
            if (!outlet.isClosed()) {
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
        if (isGone()) {
            refuse(sent);
            return CompletableFuture.completedFuture(null);
        }
        Outlet outlet = outlet();
        var end = new AtomicReference<>(CompletableFuture.<Void>completedFuture(null));
        boolean isSent = outlet.trySend(sent)
                || entered(outlet, actor -> {
                    end.set(actor.tellAsync(sent));
                    return true;
                });
        if (!isSent) {
            outlet.refuse(sent);
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
            ask(outgoing((M) question.message(), answer), answer, question.timeout());
        } catch (SendInterruptedException interrupted) {
            answer.completeExceptionally(interrupted);
        } catch (RuntimeException | Error unsent) {
            answer.completeExceptionally(unsent); // or the node would wait for an answer when it leaves
            throw unsent;
        }
        return answer;
    }

    /** Sends a question; a thread waits for room at most so long. */
    private void ask(Outgoing sent, CompletableFuture<?> answer, Duration timeout) {
        if (isGone()) {
            refuse(sent);
            return;
        }
        Outlet outlet = outlet();
        boolean isSent = outlet.trySend(sent)
                || entered(outlet, actor -> ((LocalRef<Outgoing>) actor).tellWithin(sent, timeout));
        if (!isSent && outlet.isClosed()) {
            outlet.refuse(sent);
        } else if (!isSent) {
            answer.completeExceptionally(new AskTimeoutException("too many messages wait to leave for " + path()
                    + ": there was no room for a question within " + timeout));
        }
    }

    @Override
    public final String toString() {
        return getClass().getSimpleName() + "[" + path() + "]";
    }
}
